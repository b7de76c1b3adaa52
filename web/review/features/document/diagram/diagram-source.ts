/** Longer sources are drawn on request, since rendering blocks the page. */
const longCharacters = 5000;

/** Lines that set styles or configuration. */
const ownStyle = /^\s*(?:(?:style|classDef|linkStyle|themeCSS|cssStyle|config)\b|%%\{|---)/u;

/**
 * Whether a diagram might load something, and is refused. The resulting image cannot, but it is rendered in the page,
 * where a request could be made.
 */
export const wantsToLoad = (source: string): boolean =>
  /\b(?:url|image(?:-set)?|src|attr|expression)\s*\(/iu.test(source) ||
  /@import|\b(?:im(?:g|age)\s*:|sprite\s*=)/iu.test(source) ||
  source.split('\n').some((line) => ownStyle.test(line) && /[\\@<]/u.test(line));

/** Whether rendering may be slow, so that the user has to confirm: the source is long or contains large numbers. */
export const isHeavy = (source: string): boolean =>
  source.length > longCharacters ||
  /\btickInterval\b/u.test(source) ||
  /(?<![\w#.])\d{5,}/u.test(source);

/** Diagram kinds with click directives; in others such a line is text. */
const clickable = /^[ \t]*(?:flowchart|graph|classDiagram|stateDiagram|sequenceDiagram|gantt)\b/u;
const click = /^\s*(?:click|callback|links?|href)\s/u;

/** Removes click directives, which an image cannot use. Keeps line numbers. */
export const withoutClicks = (source: string): string => {
  const lines = source.split('\n');
  return lines.some((line) => clickable.test(line))
    ? lines.map((line) => (click.test(line) ? '' : line)).join('\n')
    : source;
};
