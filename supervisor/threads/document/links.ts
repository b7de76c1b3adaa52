import type { MarkdownIt } from 'markdown-it';
import { escapeHtml } from './html-text.ts';

/** Allow only harmless links: the web, mail, or within the document. */
export const isLinkAllowed = (url: string): boolean => {
  const scheme = /^[a-z][\w+.-]*:/iu.exec(url.trim())?.[0].toLowerCase();
  return scheme === undefined || ['http:', 'https:', 'mailto:'].includes(scheme);
};

/** Attributes of a link: to an external site, to a section of the document, or to a file, which the page finds. */
export const linkAttributes = (href: string): string => {
  // The page adds a tooltip with the address.
  if (/^(?:https?|mailto):/iu.test(href))
    return ` href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer"`;
  const tooltip = ` title="${escapeHtml(href)}"`;
  if (href.startsWith('#'))
    return ` href="#${escapeHtml(sectionId(decodeFragment(href.slice(1))))}"${tooltip}`;
  const [path = '', section] = href.split('#', 2);
  const anchor = section === undefined ? '' : `#${sectionId(decodeFragment(section))}`;
  // A path would point to this server, which does not have the file.
  return ` href="#./${escapeHtml(path + anchor)}"${tooltip}`;
};

const decodeFragment = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not URL-encoded after all.
    return text;
  }
};

/** The id of a heading, from its text or a fragment; the prefix avoids clashes with the page's own ids. */
export const sectionId = (text: string): string => {
  const slug = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/gu, '-');
  return `section-${slug}`;
};

/** What follows a link's text or an image's description. */
export interface LinkTail {
  /** The destination or reference label, verbatim; shown as a tooltip. */
  readonly destination: string;
  /** Line breaks between the text and the destination, and after that. */
  readonly above: number;
  readonly below: number;
}

/** Parses the tail of a link whose text ends at `end`, at its bracket. Undefined if there is none. */
export const linkTail = (
  { helpers }: MarkdownIt,
  source: string,
  end: number,
): LinkTail | undefined => {
  if (source[end + 1] === '[') return labelTail(source, end + 1);
  if (source[end + 1] !== '(') return undefined;
  const start = skipSpace(source, end + 2);
  const { ok, pos } = helpers.parseLinkDestination(source, start, source.length);
  if (!ok) return undefined;
  const above = breaksIn(source, end, start);
  return {
    destination: source.slice(start, pos),
    above,
    below: above + breaksIn(source, pos, skipSpace(source, pos)),
  };
};

const labelTail = (source: string, start: number): LinkTail => {
  const pattern = /\[(?:[^\]\\]|\\.)*/suy;
  pattern.lastIndex = start;
  return { destination: pattern.exec(source)?.[0] ?? '', above: 0, below: 0 };
};

const skipSpace = (source: string, from: number): number => {
  const pattern = /[ \t\n]*/uy;
  pattern.lastIndex = from;
  return from + (pattern.exec(source)?.[0].length ?? 0);
};

const breaksIn = (source: string, from: number, to: number): number =>
  source.slice(from, to).split('\n').length - 1;
