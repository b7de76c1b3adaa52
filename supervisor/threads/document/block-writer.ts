import type { Block } from '../../../shared/placement/blocks.ts';
import type { Beside, DocumentBlock } from './document-block.ts';
import { textOfHtml } from './html-text.ts';

/** Gathers the HTML of one block with its text, and marks where the lines of the source begin in that text. */
export class BlockWriter {
  readonly #marks: Block['marks'] = [];
  readonly #besides: Beside[] = [];
  #html = '';
  #text = '';
  /** The line that a reader of the marks takes the end of the text for. */
  #line: number;

  constructor(startLine: number) {
    this.#line = startLine;
  }

  /** `breaks` are the offsets in the text of this part where a line of the source begins and no line break shows it. */
  write(part: string, breaks: readonly number[] = []): void {
    // `&#13;` in markdown; a parser of HTML makes a line break of it, which the source does not have.
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

  /** What is written next stands on this 1-based line of the source. */
  mark(line: number): void {
    if (line === this.#line) return;
    this.#line = line;
    const last = this.#marks.at(-1);
    if (last?.[0] === this.#text.length) last[1] = line;
    else this.#marks.push([this.#text.length, line]);
  }

  /** The 1-based line of the source that was reached. */
  get line(): number {
    return this.#line;
  }

  /** Words of the source, from this line on, that are no text of the block. */
  beside(words: string, line = this.#line): void {
    if (words === '') return;
    for (const [at, part] of words.split('\n').entries()) this.#besides.push([line + at, part]);
  }

  /** The block's parts, without the line break that ends its last tag. */
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
