import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled section of the operators view. */
export const Section = ({ title, children }: SectionProps) => (
  <section className="operators-section" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

interface FiguresTableProps {
  /** Headings of the columns with words, then of those with numbers. */
  readonly words: readonly string[];
  readonly numbers?: readonly string[];
  /** The rows. */
  readonly children: ReactNode;
}

export const FiguresTable = ({ words, numbers, children }: FiguresTableProps) => (
  <table className="figures">
    <thead>
      <tr>
        {words.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {numbers?.map((name) => (
          <th key={name} scope="col" data-number="">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
