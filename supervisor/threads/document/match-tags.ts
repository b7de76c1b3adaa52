import type { Token } from 'markdown-it';
import { htmlPieces, voidElements, type HtmlPiece } from './html-tags.ts';
import { maxTagLevels, maxTagLines } from '../../../shared/limits.ts';

/** What a table's elements must be in; browsers move anything else out of the table. */
const tableParents: Readonly<Record<string, readonly string[]>> = {
  caption: ['table'],
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  tr: ['table', 'thead', 'tbody', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
};
/** Elements without text of their own. */
const tableParts: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);

interface Open {
  /** Undefined for what markdown opens. */
  readonly name: string | undefined;
  readonly start?: HtmlPiece;
  /** Which token it starts in. */
  readonly token: Token;
  end?: HtmlPiece;
  /** Complete parts of a table. */
  readonly parts: Open[];
  /** Has what it must not, and is shown as text. */
  isBroken: boolean;
  hasText: boolean;
}

/** The pieces of an HTML token, and how many elements it leaves open. */
interface HtmlMeta {
  readonly pieces: readonly HtmlPiece[];
}

/** The pieces of raw HTML in a token; undefined for other tokens. */
export const piecesOf = ({ meta }: Token): readonly HtmlPiece[] | undefined =>
  (meta as HtmlMeta | null | undefined)?.pieces;

/** How many elements a token opens, or closes if negative. */
export const nestingOf = (token: Token): number => {
  if (token.type !== 'html_block') return token.nesting;
  let nesting = 0;
  for (const { part, isRendered } of piecesOf(token) ?? [])
    if (isRendered && part.kind === 'end') nesting -= 1;
    else if (isRendered && part.kind === 'start' && !voidElements.has(part.name)) nesting += 1;
  return nesting;
};

/** Finds the tags that have a partner, without overlapping others or markdown; only they are rendered. */
export const matchTags = (tokens: readonly Token[]): void => {
  const blocks = new TagMatcher();
  for (const token of tokens) {
    if (token.type === 'html_block') blocks.html(token);
    else blocks.markdown(token, true);
    if (token.type !== 'inline' || token.children === null) continue;
    const inline = new TagMatcher();
    for (const child of token.children)
      if (child.type === 'html_inline') inline.html(child);
      else inline.markdown(child, child.type === 'link_open');
    inline.finish();
  }
  blocks.finish();
};

class TagMatcher {
  readonly #open: Open[] = [];
  /** The link that is open. */
  #link: Open | undefined;
  #linksOfMarkdown = 0;

  /** @param isLink whether it is, or may contain, a link */
  markdown(token: Token, isLink: boolean): void {
    if (token.nesting >= 0) this.#content(token.content.trim() !== '' || token.type === 'image');
    if (isLink && this.#link !== undefined) this.#link.isBroken = true;
    if (token.type === 'link_open') this.#linksOfMarkdown += 1;
    if (token.type === 'link_close') this.#linksOfMarkdown -= 1;
    if (token.nesting > 0)
      this.#open.push({ name: undefined, token, parts: [], isBroken: false, hasText: false });
    if (token.nesting < 0) this.#closeMarkdown();
  }

  html(token: Token): void {
    const pieces = htmlPieces(token.content);
    token.meta = { pieces } satisfies HtmlMeta;
    for (const piece of pieces)
      if (piece.part.kind === 'end') this.#end(piece, piece.part.name, token);
      else if (piece.part.kind === 'start' && piece.tag !== undefined)
        this.#start(piece, piece.part.name, token);
      else this.#text(/[^\t\n\f\r ]/u.test(piece.part.source));
  }

  finish(): void {
    for (let last = this.#open.pop(); last !== undefined; last = this.#open.pop())
      this.#giveUp(last);
  }

  #start(piece: HtmlPiece, name: string, token: Token): void {
    const parent = this.#open.at(-1);
    const parents = tableParents[name];
    const isMisplaced =
      parents === undefined
        ? this.#open.length >= maxTagLevels || (name === 'a' && this.#isInLink())
        : !parents.includes(parent?.name ?? '');
    if (isMisplaced) {
      this.#text(true);
      return;
    }
    if (parents === undefined && isTablePart(parent)) parent.isBroken = true;
    if (voidElements.has(name)) {
      piece.isRendered = true;
      if (name === 'img' && this.#link !== undefined) this.#link.hasText = true;
      return;
    }
    const open = { name, start: piece, token, parts: [], isBroken: false, hasText: false };
    this.#open.push(open);
    if (name === 'a') this.#link = open;
  }

  #isInLink(): boolean {
    return this.#link !== undefined || this.#linksOfMarkdown > 0;
  }

  #end(piece: HtmlPiece, name: string, token: Token): void {
    const at = this.#indexOf(name);
    if (at < 0) {
      this.#text(true);
      return;
    }
    while (this.#open.length > at + 1) this.#giveUp(this.#open.pop());
    const element = this.#open.pop();
    if (element?.start === undefined) return;
    const isLong = lineOf(token) - lineOf(element.token) > maxTagLines;
    const isEmptyLink = element === this.#link && !element.hasText;
    if (element.isBroken || isLong || isEmptyLink) {
      this.#giveUp(element);
      return;
    }
    if (element === this.#link) this.#link = undefined;
    element.end = piece;
    element.start.isRendered = true;
    piece.isRendered = true;
    if (tableParents[name] !== undefined) this.#open.at(-1)?.parts.push(element);
  }

  /** Not beyond what markdown opened. */
  #indexOf(name: string): number {
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const open = this.#open[at];
      if (open?.name === undefined) return -1;
      if (open.name === name) return at;
    }
    return -1;
  }

  #closeMarkdown(): void {
    for (let last = this.#open.pop(); last?.name !== undefined; last = this.#open.pop())
      this.#giveUp(last);
  }

  /** Text, or a tag that is shown as text. */
  #text(isVisible: boolean): void {
    if (isVisible) this.#content(true);
  }

  #content(isVisible: boolean): void {
    const parent = this.#open.at(-1);
    if (isTablePart(parent)) parent.isBroken = true;
    if (isVisible && this.#link !== undefined) this.#link.hasText = true;
  }

  /** Shows an element's tags as text, and those of its parts. */
  #giveUp(element: Open | undefined): void {
    if (element === undefined) return;
    if (element === this.#link) this.#link = undefined;
    revoke(element);
    this.#text(element.name !== undefined);
  }
}

const lineOf = ({ map }: Token): number => map?.[0] ?? 0;

const isTablePart = (open: Open | undefined): open is Open =>
  open?.name !== undefined && tableParts.has(open.name);

const revoke = ({ start, end, parts }: Open): void => {
  if (start !== undefined) start.isRendered = false;
  if (end !== undefined) end.isRendered = false;
  for (const part of parts) revoke(part);
};
