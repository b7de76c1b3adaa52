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
