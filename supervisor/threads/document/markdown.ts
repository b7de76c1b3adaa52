import MarkdownIt, { type MarkdownIt as Markdown, type Token } from 'markdown-it';
import { codeHtml } from './code-blocks.ts';
import { useFootnotes } from './footnotes.ts';
import { escapeHtml } from './html-text.ts';

/**
 * Inline tokens that know where they stand: `meta.line` counts the line breaks of the source before them,
 * `meta.position` is their offset in it.
 */
class LineState extends MarkdownIt.StateInline {
  #counted = 0;
  #line = 0;

  override pushPending(): Token {
    return this.#withLine(super.pushPending());
  }

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    return this.#withLine(super.push(type, tag, nesting));
  }

  #withLine(token: Token): Token {
    if (this.pos < this.#counted) {
      this.#counted = 0;
      this.#line = 0;
    }
    for (; this.#counted < this.pos; this.#counted += 1)
      if (this.src.charCodeAt(this.#counted) === 10) this.#line += 1;
    token.meta = { ...token.meta, line: this.#line, position: this.pos };
    return token;
  }
}

/** The line breaks before an inline token; undefined where it is not known. */
export const lineOfInline = (token: Token): number | undefined => {
  const line = token.meta?.['line'];
  return typeof line === 'number' ? line : undefined;
};

/** Where lines begin in the text of a code span, which shows a line break as a space. */
export const breaksInCode = (token: Token, source: string): number[] => {
  const position = token.meta?.['position'];
  if (token.type !== 'code_inline' || typeof position !== 'number') return [];
  const inner = source.slice(position + token.markup.length);
  // One space on either side may have been taken off.
  const shift = inner.replaceAll('\n', ' ').startsWith(token.content) ? 0 : 1;
  const text = inner.slice(shift, shift + token.content.length);
  return Array.from(text.matchAll(/\n/gu), ({ index }) => index + 1);
};

/** Only what leads somewhere harmless may be a link: the web, mail, or a place of the document's own. */
const isLinkAllowed = (url: string): boolean => {
  const scheme = /^[a-z][\w+.-]*:/iu.exec(url.trim())?.[0].toLowerCase();
  return scheme === undefined || ['http:', 'https:', 'mailto:'].includes(scheme);
};

/** A parser and renderer for hostile markdown: its HTML is shown as text, its images become links. */
export const createMarkdown = (): Markdown => {
  const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
  // `design.md` is a file, not a site of Moldova.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  linkWww(markdown);
  markdown.validateLink = isLinkAllowed;
  markdown.inline.State = LineState;
  useFootnotes(markdown);
  const { rules } = markdown.renderer;
  rules['link_open'] = (...args) => {
    const [tokens, index, options, , renderer] = args;
    const token = tokens[index];
    if (token !== undefined) secureLink(token);
    return renderer.renderToken(tokens, index, options);
  };
  rules['image'] = (tokens, index) => imageHtml(tokens, index);
  rules['task_marker'] = (tokens, index) =>
    `<input type="checkbox" disabled${tokens[index]?.info === 'x' ? ' checked' : ''}>`;
  rules['code_block'] = (tokens, index) => codeTokenHtml(tokens[index], 1);
  rules['fence'] = (tokens, index) => codeTokenHtml(tokens[index], 2);
  return markdown;
};

/** `www.example.org` is a site, also without its scheme. */
const linkWww = ({ linkify }: Markdown): void => {
  linkify.add('www.', {
    validate: (text, pos, { re }) => {
      const pattern = re.get_relative_proto_validator();
      pattern.lastIndex = pos;
      return pattern.exec(text)?.[0].length ?? 0;
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
};

const codeTokenHtml = (token: Token | undefined, linesAbove: number): string =>
  codeHtml({
    text: token?.content ?? '',
    firstLine: (token?.map?.[0] ?? 0) + linesAbove,
    language: token === undefined ? undefined : languageOf(token),
  });

/** The language of a fence: the first word behind its backquotes. */
export const languageOf = (token: Token): string | undefined =>
  token.info.trim().split(/\s+/u)[0] || undefined;

const secureLink = (token: Token): void => {
  const href = String(token.attrGet('href') ?? '');
  if (/^(?:https?|mailto):/iu.test(href)) {
    token.attrSet('target', '_blank');
    token.attrSet('rel', 'noopener noreferrer');
  } else if (href.startsWith('#')) {
    token.attrSet('href', `#${sectionId(decodeFragment(href.slice(1)))}`);
  } else {
    // A relative path would lead to this server, which does not have the file.
    token.attrs = [['title', href]];
  }
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

/** Images are not loaded from anywhere: their description stands for them, as a link outside of links. */
const imageHtml = (tokens: readonly Token[], index: number): string => {
  const token = tokens[index];
  const source = String(token?.attrGet('src') ?? '');
  const text = token?.content === undefined || token.content === '' ? source : token.content;
  const label = escapeHtml(text);
  const isLink = /^https?:/iu.test(source) && !isInsideLink(tokens, index);
  return isLink
    ? `<a class="image" href="${escapeHtml(source)}" target="_blank" rel="noopener noreferrer">${label}</a>`
    : `<span class="image" title="${escapeHtml(source)}">${label}</span>`;
};

const isInsideLink = (tokens: readonly Token[], index: number): boolean => {
  const before = tokens.slice(0, index);
  const opened = before.findLastIndex(({ type }) => type === 'link_open');
  return opened > before.findLastIndex(({ type }) => type === 'link_close');
};
