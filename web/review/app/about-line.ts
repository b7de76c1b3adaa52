interface Facts {
  readonly title: string;
  readonly project: string;
  readonly origin: string;
  /** `Round 2`, or empty. */
  readonly round: string;
  /** What the change compares. */
  readonly description: string;
}

/** The words of a text, each surrounded by spaces. */
const spaced = (text: string): string => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `;

/** The subtitle in the top bar: facts that are not already in the title. */
export const aboutLine = ({ title, project, origin, round, description }: Facts): string =>
  [project, origin, round, description]
    .filter((part) => part !== '' && !spaced(title).includes(spaced(part)))
    .join(' · ');
