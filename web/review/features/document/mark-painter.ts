/** The looks of a mark; each is a highlight of the same name in marks.css, the later ones above the earlier. */
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
 * Paints marks over text without touching the DOM (CSS Custom Highlight API), so that the text nodes, and with them
 * all offsets, stay what they are, and marks may overlap in any way. A browser without the API shows no marks, but
 * all that stands in the margin.
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

  /** Replaces the marks of an owner (a block) by these. */
  paint(owner: string, marks: readonly PaintedMark[]): void {
    for (const { style, range } of this.#byOwner.get(owner) ?? [])
      this.#highlights.get(style)?.delete(range);
    for (const { style, range } of marks) this.#highlights.get(style)?.add(range);
    if (marks.length === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, marks);
  }
}
