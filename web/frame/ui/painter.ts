import type { FrameMark } from '../../../shared/frame/frame-message.ts';
import type { TextMap } from './text-map.ts';

const looks: Readonly<Record<FrameMark['style'], string>> = {
  comment: 'background-color: #ffe9a8; color: #1a1a1a',
  deletion: 'background-color: #ffd7d5; color: #1a1a1a; text-decoration: line-through',
  finding: 'text-decoration: underline wavy #b35900 1.5px',
  hit: 'background-color: #b6e3ff; color: #1a1a1a',
  active: 'background-color: #ffc940; color: #1a1a1a',
};

/** A name that no style of the document can know. */
const secret = `g${[...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')}`;

/** An attribute of the element under the mouse, while elements are picked. */
export const pickedAttribute = `data-${secret}`;

/** Paints marks without changing the document, which cannot restyle them. */
export class Painter {
  readonly #map: TextMap;
  readonly #highlights = new Map<string, Highlight>();
  #marks: readonly FrameMark[] = [];

  constructor(map: TextMap) {
    this.#map = map;
    const sheet = new CSSStyleSheet();
    const rules = Object.entries(looks).map(
      ([style, look]) =>
        `html::highlight(${secret}-${style}), html *::highlight(${secret}-${style}) { ${look} }`,
    );
    sheet.replaceSync(
      `${rules.join('\n')}
      [${pickedAttribute}] { outline: 2px solid #2f6feb !important; outline-offset: 1px !important; cursor: crosshair !important }
      :where(galley-form, galley-dialog) { display: block }
      :where(.galley-embedded) { display: inline-block; padding: 4px 8px; border: 1px dashed #888 }`,
    );
    document.adoptedStyleSheets = [sheet];
    for (const [priority, style] of Object.keys(looks).entries()) {
      const highlight = new Highlight();
      highlight.priority = priority;
      this.#highlights.set(style, highlight);
      CSS.highlights.set(`${secret}-${style}`, highlight);
    }
  }

  paint(marks: readonly FrameMark[]): void {
    this.#marks = marks;
    for (const highlight of this.#highlights.values()) highlight.clear();
    for (const { style, block, start, end } of marks) {
      const range = this.#map.rangeOf(block, start, end);
      if (range !== undefined) this.#highlights.get(style)?.add(range);
    }
  }

  /** The ids of the marks at a place, the shortest first. */
  idsAt(block: number, offset: number): string[] {
    return this.#marks
      .filter((mark) => mark.block === block && mark.start <= offset && offset <= mark.end)
      .filter(({ style }) => style !== 'hit')
      .sort((one, other) => one.end - one.start - (other.end - other.start))
      .map(({ id }) => id);
  }
}
