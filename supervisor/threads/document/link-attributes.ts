import type { Token } from 'markdown-it';
import { escapeHtml } from './html-text.ts';

/** The attributes of a link: out of the page, to a section of the document, or, for a file, to nowhere. */
export const linkAttributes = (token: Token): string => {
  const href = String(token.attrGet('href') ?? '');
  // The page gives it a tooltip with its address.
  if (/^(?:https?|mailto):/iu.test(href))
    return ` href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer"`;
  const tooltip = ` title="${escapeHtml(href)}"`;
  if (href.startsWith('#'))
    return ` href="#${escapeHtml(sectionId(decodeFragment(href.slice(1))))}"${tooltip}`;
  // A relative path would lead to this server, which does not have the file.
  return tooltip;
};

const decodeFragment = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not encoded after all.
    return text;
  }
};

/** The id of a heading's element, from its text or from a fragment; the prefix keeps it from shadowing the page's own. */
export const sectionId = (text: string): string => {
  const slug = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/gu, '-');
  return `section-${slug}`;
};
