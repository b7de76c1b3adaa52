import type { Token } from 'markdown-it';
import { escapeHtml } from './html-text.ts';

/** Attributes of a link: to an external site, to a section of the document, or, for a file, to nowhere. */
export const linkAttributes = (token: Token): string => {
  const href = String(token.attrGet('href') ?? '');
  // The page adds a tooltip with the address.
  if (/^(?:https?|mailto):/iu.test(href))
    return ` href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer"`;
  const tooltip = ` title="${escapeHtml(href)}"`;
  if (href.startsWith('#'))
    return ` href="#${escapeHtml(sectionId(decodeFragment(href.slice(1))))}"${tooltip}`;
  // A relative path would point to this server, which does not have the file.
  return tooltip;
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
