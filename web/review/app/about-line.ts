interface Facts {
  readonly title: string;
  readonly project: string;
  readonly origin: string;
  /** In words. */
  readonly round: string;
  /** What a change is between. */
  readonly description: string;
}

/** The words of a text, each with a space on both sides. */
const spaced = (text: string): string => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `;

/** What the top bar says about a review below its title: all that does not stand there word for word. */
export const aboutLine = ({ title, project, origin, round, description }: Facts): string =>
  [project, origin, round, description]
    .filter((part) => part !== '' && !spaced(title).includes(spaced(part)))
    .join(' · ');
