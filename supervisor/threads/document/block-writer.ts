import type { Block } from '../../../shared/placement/blocks.ts';
import { textOfHtml } from './html-text.ts';

/** A source line, and words of it that a block shows outside its text, or has as markup. */
type Beside = readonly [line: number, words: string];

/** A block without id, file, and the lines that it does not show. */
export interface DocumentBlock extends Omit<Block, 'id' | 'file' | 'unshownLines'> {
  besides?: readonly Beside[];
}

/** A block with the lines that it does not show. */
export type AccountedBlock = Omit<Block, 'id' | 'file'>;

/** Collects a block's HTML and text, and marks where source lines start in the text. */
export class BlockWriter {
  readonly #marks: Block['marks'] = [];
  readonly #besides: Beside[] = [];
  #html = '';
  #text = '';
  /** The line that the marks imply for the end of the text. */
  #line: number;

  constructor(startLine: number) {
    this.#line = startLine;
  }

  /** @param breaks offsets in this part's text where a source line starts without a visible line break */
  write(part: string, breaks: readonly number[] = []): void {
    // `&#13;` in markdown: HTML parsers turn it into a line break, which the source does not have.
    const html = part.replaceAll('\r', ' ');
    const text = textOfHtml(html);
    for (const at of breaks) {
      this.#line += 1;
      this.#marks.push([this.#text.length + at, this.#line]);
    }
    this.#html += html;
    this.#text += text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#line += 1;
  }

  /** What is written next is on this source line, 1-based. */
  mark(line: number): void {
    if (line === this.#line) return;
    this.#line = line;
    const last = this.#marks.at(-1);
    if (last?.[0] === this.#text.length) last[1] = line;
    else this.#marks.push([this.#text.length, line]);
  }

  /** The current source line, 1-based. */
  get line(): number {
    return this.#line;
  }

  /** Words of the source, from this line on, that are not in the block's text. */
  beside(words: string, line = this.#line): void {
    if (words === '') return;
    for (const [at, part] of words.split('\n').entries()) this.#besides.push([line + at, part]);
  }

  /** The finished block, without the line break after its last tag. */
  finish(): Pick<DocumentBlock, 'html' | 'text' | 'marks' | 'besides'> {
    const isBroken = this.#html.endsWith('>\n');
    return {
      html: isBroken ? this.#html.slice(0, -1) : this.#html,
      text: isBroken ? this.#text.slice(0, -1) : this.#text,
      marks: this.#marks,
      besides: this.#besides,
    };
  }
}
