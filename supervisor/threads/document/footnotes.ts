import type { Env, MarkdownIt, Token } from 'markdown-it';
import footnotePlugin from 'markdown-it-footnote';
import { escapeHtml } from './html-text.ts';
import { maxWaysBack } from '../../../shared/limits.ts';

/** A footnote: the tokens of its text, which is shown elsewhere than in the source. */
export interface Footnote {
  /** In order of first reference; unreferenced ones last. */
  readonly number: number;
  readonly tokens: readonly Token[];
  readonly label: string;
  /** 1-based source line. */
  readonly line: number;
  /** Number of references. */
  readonly references: number;
}

/** State of the plugin; labels are prefixed with a colon. */
interface FootnoteEnv extends Env {
  /** Possible starts of definitions: 0-based lines by the number of tokens before. */
  definitionLines?: Map<number, number>;
  readonly footnotes?: {
    readonly refs?: Readonly<Record<string, number>>;
    readonly list?: readonly { readonly count?: number }[];
  };
}

/** Adds footnotes as on GitHub: `[^a]`, and `[^a]: text` wherever a block may start. */
export const useFootnotes = (markdown: MarkdownIt): void => {
  footnotePlugin(markdown);
  // The plugin drops unreferenced footnotes, which the agent would read and the reviewer not see.
  markdown.core.ruler.disable('footnote_tail');
  markdown.inline.ruler.disable('footnote_inline');
  rememberLines(markdown);
  const { rules } = markdown.renderer;
  rules['footnote_ref'] = (tokens, index) => {
    const { id = 0, subId = 0 } = (tokens[index]?.meta ?? {}) as { id?: number; subId?: number };
    const number = id + 1;
    return `<sup class="footnote-ref"><a href="#footnote-${number}" id="${referenceId(number, subId)}">${number}</a></sup>`;
  };
  rules['footnote_label'] = (tokens, index) =>
    `<span class="footnote-label">${escapeHtml(tokens[index]?.content ?? '')}</span> `;
  rules['footnote_back'] = (tokens, index) =>
    `<a class="footnote-backref" href="#${tokens[index]?.info}"></a>`;
};

/** The plugin does not record the lines of definitions. */
const rememberLines = ({ block, core }: MarkdownIt): void => {
  block.ruler.before('footnote_def', 'footnote_line', (state, startLine, ...[, isSilent]) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    const env = state.env as FootnoteEnv;
    if (!isSilent && state.src.startsWith('[^', start))
      (env.definitionLines ??= new Map()).set(state.tokens.length, startLine);
    return false;
  });
  core.ruler.after('block', 'footnote_line', ({ tokens, env }) => {
    for (const [index, line] of (env as FootnoteEnv).definitionLines ?? []) {
      const token = tokens[index];
      if (token?.type === 'footnote_reference_open') token.map = [line, line + 1];
    }
  });
};

/**
 * Extracts the footnotes from parsed tokens, by number. Of several with the same label the last one counts, as in the
 * plugin; the others are kept, too.
 */
export const splitFootnotes = (
  tokens: readonly Token[],
  env: FootnoteEnv,
): { rest: Token[]; footnotes: Footnote[] } => {
  const { footnotes = {} } = env;
  const { rest, found } = extract(tokens);
  const byLabel = new Map(found.map((definition) => [definition.label, definition]));
  let next = footnotes.list?.length ?? 0;
  const numbered = found.map((definition): Footnote => {
    const id = footnotes.refs?.[`:${definition.label}`] ?? -1;
    const isMeant = id >= 0 && byLabel.get(definition.label) === definition;
    if (!isMeant) next += 1;
    return {
      tokens: definition.tokens,
      label: definition.label,
      line: definition.line,
      number: isMeant ? id + 1 : next,
      references: isMeant ? (footnotes.list?.[id]?.count ?? 0) : 0,
    };
  });
  return { rest, footnotes: numbered.sort((a, b) => a.number - b.number) };
};

interface Definition {
  readonly label: string;
  readonly line: number;
  readonly tokens: Token[];
}

const extract = (tokens: readonly Token[]): { rest: Token[]; found: Definition[] } => {
  const rest: Token[] = [];
  const found: Definition[] = [];
  /** Open definitions, which may be nested. */
  const open: Definition[] = [];
  for (const token of tokens) {
    if (token.type === 'footnote_reference_open') {
      const label: unknown = token.meta?.['label'];
      const definition = {
        label: typeof label === 'string' ? label : '',
        line: (token.map?.[0] ?? 0) + 1,
        tokens: [],
      };
      found.push(definition);
      open.push(definition);
    } else if (token.type === 'footnote_reference_close') open.pop();
    else (open.at(-1)?.tokens ?? rest).push(token);
  }
  return { rest, found };
};

/**
 * A footnote's tokens with its label before the first paragraph and the back references after the last. A numeric label
 * is left out: the page numbers footnotes itself.
 */
export const withLabelAndWaysBack = (markdown: MarkdownIt, footnote: Footnote): Token[] => {
  const { Token: TokenClass } = new markdown.core.State('', markdown, {});
  const ways = Array.from({ length: Math.min(footnote.references, maxWaysBack) }, (_, at) => {
    const token = new TokenClass('footnote_back', 'a', 0);
    token.info = referenceId(footnote.number, at);
    return token;
  });
  const tokens = [...footnote.tokens];
  const isParagraph = tokens.at(-1)?.type === 'paragraph_close';
  tokens.splice(isParagraph ? -1 : tokens.length, 0, ...ways);
  if (!/^\d+$/u.test(footnote.label)) {
    const label = new TokenClass('footnote_label', 'span', 0);
    label.content = footnote.label;
    // Otherwise the renderer inserts a line break before it.
    label.hidden = true;
    tokens.splice(tokens[0]?.type === 'paragraph_open' ? 1 : 0, 0, label);
  }
  return tokens;
};

/** The element around a footnote: a list of one item with its number. */
export const footnoteFrame = ({ number }: Footnote): { before: string; after: string } => ({
  before: `<ol class="footnotes-list${number === 1 ? ' footnotes-first' : ''}" start="${number}"><li class="footnote-item" id="footnote-${number}">`,
  after: '</li></ol>',
});

const referenceId = (number: number, at: number): string =>
  at === 0 ? `footnote-ref-${number}` : `footnote-ref-${number}-${at + 1}`;
