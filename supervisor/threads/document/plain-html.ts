import { scanHtml, type HtmlPart } from './html-scanner.ts';
import { maxHtmlLevels } from '../../../shared/limits.ts';

/** Simplified HTML: only elements that markdown can express, all closed, with limited nesting. */
export interface PlainHtml {
  readonly html: string;
  readonly title: string | undefined;
}

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const voidElements = setOf('br hr img');
const inlineElements = setOf('a b code em i strong');
const blockElements = setOf(
  'address article aside blockquote center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header li main nav ol p pre section summary table tbody td tfoot th thead tr ul',
);
/** Other elements that may occur within words. */
const wordElements = setOf(
  'abbr bdi bdo cite del font ins kbd mark q s samp small span sub sup tt u var wbr',
);
/** Some of them only tell what is the main text. */
const keptAttributes = setOf('href src alt title class start id role hidden aria-hidden');

/** Which elements a start tag closes, and within which ancestors. */
const closedBy: Readonly<Record<string, readonly [closes: string, within: string]>> = {
  a: ['a', 'td th table'],
  li: ['li', 'ul ol td th table'],
  dd: ['dd dt', 'dl td th table'],
  dt: ['dd dt', 'dl td th table'],
  td: ['td th', 'tr table'],
  th: ['td th', 'tr table'],
  tr: ['tr', 'table'],
  tbody: ['thead tbody tfoot', 'table'],
  thead: ['thead tbody tfoot', 'table'],
  tfoot: ['thead tbody tfoot', 'table'],
};
const closesParagraph = ['p', 'td th li blockquote div section article table'] as const;

/** Simplifies any HTML so that it is cheap to convert. */
export const plainHtml = (html: string): PlainHtml => {
  const writer = new PlainHtmlWriter();
  let title: string | undefined;
  for (const part of scanHtml(html)) {
    if (part.kind === 'start' && part.name === 'title') title ??= part.rawText?.text;
    writer.write(part);
  }
  return { html: writer.finish(), title };
};

class PlainHtmlWriter {
  readonly #parts: string[] = [];
  readonly #open: string[] = [];
  /** Open elements that were left out, by name. */
  readonly #left = new Map<string, number>();

  write(part: HtmlPart): void {
    if (part.kind === 'text') this.#parts.push(part.source.replaceAll('<', '&lt;'));
    else if (part.kind === 'comment') return;
    else if (part.kind === 'end') this.#end(part.name);
    else if (part.rawText === undefined) this.#start(part);
    else if (part.name === 'textarea' || part.name === 'xmp')
      this.#parts.push(part.rawText.text.replaceAll('<', '&lt;'));
  }

  finish(): string {
    this.#closeFrom(0);
    return this.#parts.join('');
  }

  #start({ name, attributes }: Extract<HtmlPart, { kind: 'start' }>): void {
    const isBlock = blockElements.has(name);
    if (isBlock) this.#closeWithin(...closesParagraph);
    const [closes, within] = closedBy[name] ?? [];
    if (closes !== undefined && within !== undefined) this.#closeWithin(closes, within);
    if (voidElements.has(name)) this.#parts.push(tagOf(name, attributes));
    else if (!isBlock && !inlineElements.has(name))
      this.#parts.push(wordElements.has(name) ? '' : ' ');
    else if (this.#open.length >= maxHtmlLevels || this.#isMisplaced(name)) {
      this.#left.set(name, (this.#left.get(name) ?? 0) + 1);
      this.#parts.push(isBlock ? ' ' : '');
    } else {
      this.#open.push(name);
      this.#parts.push(tagOf(name, attributes));
    }
  }

  #end(name: string): void {
    const left = this.#left.get(name) ?? 0;
    if (left > 0) {
      this.#left.set(name, left - 1);
      return;
    }
    this.#closeWithin(name, name === 'table' ? '' : 'td th table');
    if (!inlineElements.has(name) && !wordElements.has(name)) this.#parts.push(' ');
  }

  /** Table parts outside of a table would be dropped or moved by the converter. */
  #isMisplaced(name: string): boolean {
    const parent = this.#open.at(-1);
    if (name === 'td' || name === 'th') return parent !== 'tr';
    if (name === 'tr') return !['table', 'tbody', 'thead', 'tfoot'].includes(parent ?? '');
    return ['tbody', 'thead', 'tfoot'].includes(name) && parent !== 'table';
  }

  /** Closes the innermost element with one of these names, unless one of `within` is inside it. */
  #closeWithin(names: string, within: string): void {
    const closes = names.split(' ');
    const limits = within.split(' ');
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const name = this.#open[at] ?? '';
      if (closes.includes(name)) {
        this.#closeFrom(at);
        return;
      }
      if (limits.includes(name)) return;
    }
  }

  #closeFrom(at: number): void {
    for (const name of this.#open.splice(at).toReversed()) this.#parts.push(`</${name}>`);
  }
}

const tagOf = (name: string, attributes: ReadonlyMap<string, string>): string => {
  const kept = [...attributes]
    .filter(([key]) => keptAttributes.has(key))
    .map(([key, text]) => ` ${key}="${text.replaceAll('"', '&quot;')}"`);
  return `<${name}${kept.join('')}${voidElements.has(name) ? '/' : ''}>`;
};
