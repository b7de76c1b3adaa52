import MarkdownIt, { type MarkdownIt as Markdown, type Token } from 'markdown-it';
import { codeHtml } from './code-blocks.ts';
import { showDeepNesting } from './deep-nesting.ts';
import { useFootnotes } from './footnotes.ts';
import { PlacingState } from './inline-places.ts';
import { keepSurplusCells } from './surplus-cells.ts';

/** Allow only harmless links: the web, mail, or within the document. */
const isLinkAllowed = (url: string): boolean => {
  const scheme = /^[a-z][\w+.-]*:/iu.exec(url.trim())?.[0].toLowerCase();
  return scheme === undefined || ['http:', 'https:', 'mailto:'].includes(scheme);
};

/** A parser and renderer for hostile markdown: HTML is shown as text. */
export const createMarkdown = (): Markdown => {
  const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
  // `design.md` is a file, not a site of Moldova.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  linkWww(markdown);
  markdown.validateLink = isLinkAllowed;
  // Show addresses verbatim.
  markdown.normalizeLinkText = (url) => url;
  markdown.inline.State = PlacingState;
  // Reference definitions are shown, too.
  markdown.core.ruler.disable('strip_references');
  useFootnotes(markdown);
  keepSurplusCells(markdown);
  showDeepNesting(markdown);
  const { rules } = markdown.renderer;
  rules['task_marker'] = (tokens, index) =>
    `<input type="checkbox" disabled${tokens[index]?.info === 'x' ? ' checked' : ''}>`;
  rules['code_block'] = (tokens, index) => codeTokenHtml(tokens[index], 1);
  rules['fence'] = (tokens, index) => codeTokenHtml(tokens[index], 2);
  return markdown;
};

/** Link `www.example.org` without a scheme. */
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
    info: token?.info.trim(),
  });

/** The language of a fence: the first word of its info string. */
export const languageOf = (token: Token): string | undefined =>
  token.info.trim().split(/\s+/u)[0] || undefined;
