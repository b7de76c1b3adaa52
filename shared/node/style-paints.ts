import { styleTokens } from './style-tokens.ts';

/** What style sheets paint elements with, by id: for elements with a tag, a `.class` or an `#id`, and for any. */
export interface StylePaints {
  readonly byWord: ReadonlyMap<string, ReadonlySet<string>>;
  readonly ofAny: ReadonlySet<string>;
}

/** The words of the elements that a selector means; without one, it may mean any. */
type Subject = readonly string[];

/** Reads style sheets. More elements may seem to be painted than are, never fewer. */
export const readStylePaints = (styles: Iterable<string>): StylePaints => {
  const byWord = new Map<string, Set<string>>();
  const ofAny = new Set<string>();
  for (const style of styles)
    for (const { subject, id } of paintsIn(style)) {
      if (subject.length === 0) ofAny.add(id);
      for (const word of subject) byWord.set(word, (byWord.get(word) ?? new Set()).add(id));
    }
  return { byWord, ofAny };
};

function* paintsIn(style: string): Generator<{ readonly subject: Subject; readonly id: string }> {
  const open: (readonly Subject[])[] = [];
  let selector = new Selector();
  for (const { kind, text } of styleTokens(style)) {
    if (kind === 'address') {
      const at = text.lastIndexOf('#');
      if (at < 0) continue;
      for (const subject of open.flat()) yield { subject, id: text.slice(at + 1).trim() };
    } else if (kind === 'other' && '{};'.includes(text)) {
      if (text === '{') open.push(selector.finish());
      else if (text === '}') open.pop();
      selector = new Selector();
    } else selector.take(kind, text);
  }
}

/** What comes before a brace: a list of selectors, or a rule like `@media`, which means no elements by itself. */
class Selector {
  readonly #subjects: Subject[] = [];
  #isAtRule = false;
  /** Of the last of several elements in each other, which is meant. */
  #words: string[] | undefined;
  #hasEnded = false;
  #depth = 0;
  #before = '';

  take(kind: 'name' | 'other', text: string): void {
    const isOutside = this.#depth === 0;
    if (text === '(') this.#depth += 1;
    if (text === ')') this.#depth -= 1;
    if (!isOutside || text === '(') return;
    if (text === '@') this.#isAtRule = true;
    if (kind === 'other' && text === ',') this.#end();
    else if (kind === 'other' && /[\s>+~]/u.test(text)) this.#hasEnded = true;
    else this.#takePart(kind, text);
  }

  finish(): readonly Subject[] {
    this.#end();
    return this.#isAtRule ? [] : this.#subjects;
  }

  /** Tags, classes and ids are words; attributes and the like leave it open what is meant. */
  #takePart(kind: 'name' | 'other', text: string): void {
    if (this.#hasEnded) this.#words = undefined;
    const isFirst = this.#words === undefined;
    this.#words ??= [];
    this.#hasEnded = false;
    const mark = isFirst ? '' : this.#before;
    if (kind === 'name' && (isFirst || mark === '.' || mark === '#'))
      this.#words.push(`${mark}${text}`.toLowerCase());
    // A namespace: what comes next is the tag.
    if (text === '|') this.#words = [];
    this.#before = text;
  }

  #end(): void {
    if (this.#words !== undefined) this.#subjects.push(this.#words);
    this.#words = undefined;
    this.#hasEnded = false;
  }
}
