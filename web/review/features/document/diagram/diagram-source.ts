/** Longer sources are drawn when the reader asks for it: a drawing holds the page up while it is made. */
const longCharacters = 5000;

/** Lines that bring a style of their own, and braces that bring a picture or an icon. */
const ownStyle = /^\s*(?:style|classDef|linkStyle|themeCSS|cssStyle|%%\{|---|config)\b/u;

/**
 * Whether a diagram is refused because it could have something loaded: a drawing is made of words and lines. What is
 * drawn is shown as an image, which loads nothing; but it is made in the page, where it could ask.
 */
export const wantsToLoad = (source: string): boolean =>
  /\b(?:url|image|image-set|src|attr|expression)\s*\(|@import|\bimg\s*:|\bimage\s*:|\bsprite\s*=/iu.test(
    source,
  ) || source.split('\n').some((line) => ownStyle.test(line) && /[\\@<]/u.test(line));

/** Whether drawing it may take so long that the reader should be asked first: it is long, or counts far. */
export const isHeavy = (source: string): boolean =>
  source.length > longCharacters ||
  /\btickInterval\b/u.test(source) ||
  /(?<![\w#.])\d{5,}/u.test(source);

/** Kinds of diagram in which a line may say what a click does; in the others such a line is text. */
const clickable = /^[ \t]*(?:flowchart|graph|classDiagram|stateDiagram|sequenceDiagram|gantt)\b/mu;
const click = /^\s*(?:click|callback|links?|href)\s/u;

/** The source without what a click would do: an image has no use for it. Lines keep their numbers. */
export const withoutClicks = (source: string): string =>
  clickable.test(source)
    ? source
        .split('\n')
        .map((line) => (click.test(line) ? '' : line))
        .join('\n')
    : source;
