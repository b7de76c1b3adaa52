import MarkdownIt, { type Token } from 'markdown-it';

/** Place of an inline token in its source. */
export interface InlinePlace {
  /** Line breaks before it. */
  readonly line: number;
  /** Offset; for the end of a link or emphasis, of its delimiter. */
  readonly position: number;
}

/** A field of our own, since parser rules replace those that tokens have. A weak map takes several times as long. */
const place = Symbol('place');

interface PlacedToken extends Token {
  [place]?: InlinePlace;
}

/** Undefined for tokens made from others. */
export const placeOf = (token: PlacedToken): InlinePlace | undefined => token[place];

/** Records the places of inline tokens. */
export class PlacingState extends MarkdownIt.StateInline {
  #counted = 0;
  #line = 0;

  override pushPending(): Token {
    return this.#place(super.pushPending());
  }

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    return this.#place(super.push(type, tag, nesting));
  }

  #place(token: PlacedToken): Token {
    if (this.pos < this.#counted) {
      this.#counted = 0;
      this.#line = 0;
    }
    for (; this.#counted < this.pos; this.#counted += 1)
      if (this.src.charCodeAt(this.#counted) === 10) this.#line += 1;
    token[place] = { line: this.#line, position: this.pos };
    return token;
  }
}

/** Line starts in the text of a code span, which shows line breaks as spaces. */
export const breaksInCode = (token: Token, source: string): number[] => {
  const place = placeOf(token);
  if (token.type !== 'code_inline' || place === undefined) return [];
  const start = place.position + token.markup.length;
  // One space on either side may have been stripped.
  const inner = source.slice(start, start + token.content.length + 1);
  const shift = inner.replaceAll('\n', ' ').startsWith(token.content) ? 0 : 1;
  const text = inner.slice(0, shift + token.content.length);
  return Array.from(text.matchAll(/\n/gu), ({ index }) => index + 1 - shift);
};
