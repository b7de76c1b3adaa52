/** Mark styles, named like the highlights in marks.css; later ones are painted above. */
export const markStyles = [
  'comment',
  'deletion',
  'finding',
  'finding-deletion',
  'overlap',
  'active',
] as const;
export type MarkStyle = (typeof markStyles)[number];

export interface PaintedMark {
  readonly style: MarkStyle;
  readonly range: Range;
}

/**
 * Paints marks with the CSS Custom Highlight API, without changing the DOM, so that text nodes and offsets are stable
 * and marks may overlap. Browsers without the API show no marks, only the notes.
 */
export class MarkPainter {
  readonly #highlights = new Map<MarkStyle, Highlight>();
  readonly #byOwner = new Map<string, readonly PaintedMark[]>();

  constructor() {
    if (typeof CSS === 'undefined' || CSS.highlights === undefined) return;
    for (const [priority, style] of markStyles.entries()) {
      const highlight = new Highlight();
      highlight.priority = priority;
      this.#highlights.set(style, highlight);
      CSS.highlights.set(style, highlight);
    }
  }

  /** Replaces the marks of an owner (a block). */
  paint(owner: string, marks: readonly PaintedMark[]): void {
    for (const { style, range } of this.#byOwner.get(owner) ?? [])
      this.#highlights.get(style)?.delete(range);
    for (const { style, range } of marks) this.#highlights.get(style)?.add(range);
    if (marks.length === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, marks);
  }
}
