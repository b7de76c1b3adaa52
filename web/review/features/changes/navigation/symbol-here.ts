import { sideOf } from '../pierre/rendered-lines.ts';
import { composedRange } from '../pierre/selected-text.ts';

/** A symbol in the code, and where it was met. */
export interface MetSymbol {
  readonly name: string;
  readonly path: string;
  readonly side: 'old' | 'new';
}

/** The symbols of a line of which none is meant more than others. */
export interface LineSymbols extends Omit<MetSymbol, 'name'> {
  readonly names: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const symbolPattern = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Words of many languages that are no symbols. */
const keywords = new Set(
  'abstract and as async await break case catch class const continue def default delete do else elif end enum export extends false final fn for from func function if implements import in interface is let match mut new nil not null or package pass private protected pub public return self static struct super switch then this throw true try type typeof undefined use var void while with yield'.split(
    ' ',
  ),
);

const shadowRoots = (): ShadowRoot[] =>
  [...document.querySelectorAll('diffs-container')].flatMap(({ shadowRoot }) => shadowRoot ?? []);

/** The symbol that is selected: all of a selection, if that is one. */
export const selectedSymbol = (pathOf: PathOf): MetSymbol | undefined => {
  const selected = composedRange(shadowRoots());
  const line = lineOf(selected?.startContainer);
  if (selected === undefined || line === undefined) return undefined;
  const range = document.createRange();
  range.setStart(selected.startContainer, selected.startOffset);
  range.setEnd(selected.endContainer, selected.endOffset);
  const name = range.toString().trim();
  const isOne = symbolsIn(name).length === 1 && symbolsIn(name)[0] === name;
  return isOne ? met(line, name, pathOf) : undefined;
};

/** The symbol at a point of the window, with its place for what is shown beside it. */
export const symbolAt = (
  { x, y }: Point,
  pathOf: PathOf,
): (MetSymbol & { readonly box: DOMRect }) | undefined => {
  const host = document.elementFromPoint(x, y);
  const line = lineOf(host?.shadowRoot?.elementFromPoint(x, y));
  if (line === undefined) return undefined;
  const caret = caretAt({ x, y });
  if (caret === undefined || !line.contains(caret.node)) return undefined;
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(caret.node, caret.offset);
  const at = before.toString().length;
  for (const { 0: name, index } of (line.textContent ?? '').matchAll(symbolPattern)) {
    if (index > at || index + name.length < at || keywords.has(name)) continue;
    const box = boxOf(line, index, index + name.length);
    // Beside the text the caret is at its nearest end.
    if (box === undefined || x < box.left - 1 || x > box.right + 1) return undefined;
    const symbol = met(line, name, pathOf);
    return symbol && { ...symbol, box };
  }
  return undefined;
};

/** The symbols of the line that the keyboard is on. */
export const lineSymbols = (pathOf: PathOf): LineSymbols | undefined => {
  const focused = document.activeElement?.closest('.opened-file') ?? document;
  for (const { shadowRoot } of focused.querySelectorAll('diffs-container')) {
    const line = shadowRoot?.querySelector<HTMLElement>('[data-line][data-selected-line]');
    if (line === null || line === undefined) continue;
    const place = placeOf(line, pathOf);
    return place && { ...place, names: symbolsIn(line.textContent ?? '') };
  }
  return undefined;
};

/** The path of a file by the id that its header has. */
export type PathOf = (fileId: string) => string | undefined;

const symbolsIn = (text: string): string[] => [
  ...new Set((text.match(symbolPattern) ?? []).filter((name) => !keywords.has(name))),
];

const lineOf = (node: Node | null | undefined): HTMLElement | undefined => {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>('[data-line]') ?? undefined;
};

const met = (line: HTMLElement, name: string, pathOf: PathOf): MetSymbol | undefined => {
  const place = placeOf(line, pathOf);
  return place && { ...place, name };
};

const placeOf = (line: HTMLElement, pathOf: PathOf): Omit<MetSymbol, 'name'> | undefined => {
  const root = line.getRootNode();
  const host = root instanceof ShadowRoot ? root.host : undefined;
  const opened = host?.closest<HTMLElement>('.opened-file')?.dataset['path'];
  const id = host?.querySelector<HTMLElement>('[data-file-id]')?.dataset['fileId'];
  const path = opened ?? pathOf(id ?? '');
  return path === undefined ? undefined : { path, side: sideOf(line) };
};

interface Caret {
  readonly node: Node;
  readonly offset: number;
}

/** Browsers differ in how they look into shadow roots. */
const caretAt = ({ x, y }: Point): Caret | undefined => {
  const reader: Partial<Pick<Document, 'caretPositionFromPoint'>> = document;
  const found = reader.caretPositionFromPoint?.(x, y, { shadowRoots: shadowRoots() });
  return found ? { node: found.offsetNode, offset: found.offset } : undefined;
};

/** Where a part of a line's text is drawn. */
const boxOf = (line: HTMLElement, from: number, to: number): DOMRect | undefined => {
  const range = document.createRange();
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let passed = 0;
  let hasStart = false;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (!hasStart && passed + length > from) {
      range.setStart(node, from - passed);
      hasStart = true;
    }
    if (passed + length >= to) {
      range.setEnd(node, to - passed);
      return range.getBoundingClientRect();
    }
    passed += length;
  }
  return undefined;
};
