import { collapse } from '../../../../shared/frame/collapse.ts';
import { BlockWriter, type DocumentBlock } from '../block-writer.ts';
import { escapeHtml } from '../html-text.ts';
import type { HtmlElement } from './parse-html.ts';
import { maxInlineLevels } from '../../../../shared/limits.ts';

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements with lines of their own. */
const blockElements = setOf(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p plaintext pre ' +
    'search section summary table tbody textarea tfoot thead title tr ul xmp',
);
const cells = setOf('td th');
const headings = setOf('h1 h2 h3 h4 h5 h6');
const items = setOf('li dd dt');
const preformatted = setOf('pre listing xmp plaintext');

/** Inline elements that the blocks keep. */
const kept = setOf('b strong i em code kbd s del ins sub sup mark');

type Kind = DocumentBlock['kind'];

interface Open {
  readonly writer: BlockWriter;
  readonly index: number;
  readonly kind: Kind;
  readonly level: number | undefined;
  readonly startLine: number;
  readonly end: string;
  length: number;
  isAfterSpace: boolean;
  endLine: number;
}

/** Where a text begins in its block. */
interface Place {
  readonly b: number;
  readonly s: number;
  readonly isAfterSpace: boolean;
}

/** Collects the text of an HTML document into blocks, in the order of the document. */
export class HtmlBlocks {
  readonly #blocks: DocumentBlock[] = [];
  readonly #ancestors: string[] = [];
  #current: Open | undefined;

  open({ tagName }: HtmlElement): void {
    if (blockElements.has(tagName)) this.#flush();
    else if (cells.has(tagName)) this.#gap('\t');
    else if (tagName === 'br') this.#gap('\n');
    this.#ancestors.push(tagName);
  }

  close({ tagName }: HtmlElement): void {
    this.#ancestors.pop();
    if (blockElements.has(tagName)) this.#flush();
  }

  /** @returns undefined if it is only white space between blocks */
  text(raw: string, { isPre, line }: { isPre: boolean; line: number }): Place | undefined {
    if (this.#current === undefined && raw.trim() === '') return undefined;
    // A block begins where its first word does.
    const lead = raw.slice(0, raw.length - raw.trimStart().length).split('\n').length - 1;
    const block = (this.#current ??= this.#begin(isPre ? line : line + lead));
    const { length: s, isAfterSpace } = block;
    const parts = raw.split(/(?<=\n)/u);
    for (const [at, part] of parts.entries()) {
      const found = collapse(part, { isPre, isAfterSpace: block.isAfterSpace });
      block.isAfterSpace = found.isAfterSpace;
      if (found.text === '') continue;
      this.#write(block, found.text, line + at);
    }
    return { b: block.index, s, isAfterSpace };
  }

  /** A text in place of an element that has none. */
  standIn(
    given: { readonly text: string; readonly line: number } | undefined,
  ): { b: number; s: number; l: number } | undefined {
    if (given === undefined) return undefined;
    const text = given.text.replaceAll(/\s+/gu, ' ');
    const block = (this.#current ??= this.#begin(given.line));
    const { length: s } = block;
    this.#write(block, text, given.line);
    block.isAfterSpace = false;
    return { b: block.index, s, l: text.length };
  }

  finish(): readonly DocumentBlock[] {
    this.#flush();
    return this.#blocks;
  }

  #begin(startLine: number): Open {
    const { kind, level, start, end } = this.#shape();
    const writer = new BlockWriter(startLine);
    writer.write(start);
    return {
      writer,
      index: this.#blocks.length,
      kind,
      level,
      startLine,
      end,
      length: 0,
      isAfterSpace: true,
      endLine: startLine,
    };
  }

  #shape(): { kind: Kind; level?: number; start: string; end: string } {
    for (let at = this.#ancestors.length - 1; at >= 0; at -= 1) {
      const name = this.#ancestors[at] ?? '';
      if (headings.has(name))
        return { kind: 'heading', level: Number(name[1]), start: `<${name}>`, end: `</${name}>` };
      if (items.has(name)) return { kind: 'list', start: '<ul><li>', end: '</li></ul>' };
      if (preformatted.has(name))
        return { kind: 'code', start: '<pre><code>', end: '</code></pre>' };
      if (name === 'blockquote')
        return { kind: 'quote', start: '<blockquote><p>', end: '</p></blockquote>' };
    }
    return { kind: 'paragraph', start: '<p>', end: '</p>' };
  }

  #write(block: Open, text: string, line: number): void {
    const around = this.#ancestors.filter((name) => kept.has(name)).slice(-maxInlineLevels);
    const [open, close] = [
      around.map((name) => `<${name}>`).join(''),
      around
        .toReversed()
        .map((name) => `</${name}>`)
        .join(''),
    ];
    // HTML cannot have null characters and carriage returns, nor may the text differ from it.
    const shown = text.replaceAll(/[\0\r]/gu, ' ');
    block.writer.mark(line);
    block.writer.write(`${open}${escapeHtml(shown)}${close}`);
    block.length += text.length;
    block.endLine = Math.max(block.endLine, line);
  }

  /** A break between words that no source has. */
  #gap(text: string): void {
    const block = this.#current;
    if (block === undefined || block.length === 0) return;
    block.writer.write(text === '\n' ? '<br>\n' : text);
    block.length += text.length;
    block.isAfterSpace = true;
  }

  #flush(): void {
    const block = this.#current;
    if (block === undefined) return;
    this.#current = undefined;
    const { writer, kind, level, startLine, endLine, end } = block;
    writer.write(end);
    this.#blocks.push({
      kind,
      ...(kind === 'heading' && level !== undefined ? { level } : {}),
      startLine,
      endLine,
      ...writer.finish(),
    });
  }
}
