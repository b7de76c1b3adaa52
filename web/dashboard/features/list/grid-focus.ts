import type { Virtualizer } from '@tanstack/react-virtual';
import type { Grid } from '../../ui/dashboard.ts';
import type { Row } from '../../store/row.ts';
import type { DashboardStore } from '../../store/state.ts';
import type { PlacedItem } from './placed-items.ts';

interface Rendered {
  readonly rows: readonly Row[];
  /** Rows and group headings. */
  readonly items: readonly PlacedItem[];
  readonly rowHeight: number;
  /** Index of the row in the tab order. */
  readonly tabbable: number;
  readonly element: HTMLElement;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
}

interface Place {
  readonly id: string;
  readonly index: number;
}

const idOf = (target: Element): string | undefined =>
  target.closest<HTMLElement>('[data-id]')?.dataset['id'];

/**
 * The keyboard cursor of the grid. Moves the focus only on a key or pointer event, or if the focused row is removed;
 * never because rows change, so that typing in the search field is not interrupted.
 */
export class GridFocus implements Grid {
  readonly #store: DashboardStore;
  #rendered: Rendered | undefined;
  /** The row to focus once it is rendered. */
  #wanted: string | undefined;
  /** The row that has the focus, or had it when it was removed. */
  #focused: Place | undefined;

  constructor(store: DashboardStore) {
    this.#store = store;
  }

  step(by: number): void {
    // From outside the list, the first step enters it.
    const start = this.#rendered?.tabbable ?? 0;
    this.#focus(this.#focused === undefined ? start : start + by);
  }

  leap(to: 'first' | 'last'): void {
    this.#focus(to === 'first' ? 0 : Number.MAX_SAFE_INTEGER);
  }

  show(id: string): void {
    this.#focus(this.#rendered?.rows.findIndex(({ session }) => session.id === id) ?? 0);
  }

  rowsInView(): number {
    if (this.#rendered === undefined) return 1;
    const { element, rowHeight } = this.#rendered;
    return Math.max(1, Math.floor(element.clientHeight / rowHeight) - 2);
  }

  /** Called after each render: if the focused row was removed, focuses its neighbour. */
  rendered(rendered: Rendered): void {
    this.#rendered = rendered;
    const place = this.#focused;
    if (place !== undefined) {
      const index = rendered.rows.findIndex(({ session }) => session.id === place.id);
      this.#focused = index < 0 ? undefined : { id: place.id, index };
      if (index < 0 && document.activeElement === document.body) this.#focus(place.index);
    }
    this.#settle();
  }

  /** Called on `focusin`. */
  entered(target: Element): void {
    const id = idOf(target);
    const { rows } = this.#rendered ?? { rows: [] };
    const index = rows.findIndex(({ session }) => session.id === id);
    if (id === undefined || index < 0) return;
    this.#focused = { id, index };
    this.#store.dispatch({ type: 'view/active', id });
  }

  /** Called on blur; if the window lost the focus, keeps the position. */
  left(): void {
    if (document.hasFocus()) this.#focused = undefined;
  }

  #focus(index: number): void {
    if (this.#rendered === undefined) return;
    const { rows, items, virtualizer, element } = this.#rendered;
    const at = Math.min(Math.max(index, 0), rows.length - 1);
    const row = rows[at];
    if (row === undefined) return element.focus({ preventScroll: true });
    this.#wanted = row.session.id;
    const item = items.findIndex((one) => one.kind === 'row' && one.row === row);
    virtualizer.scrollToIndex(item, { align: 'auto' });
    this.#store.dispatch({ type: 'view/active', id: row.session.id });
    this.#settle();
  }

  #settle(): void {
    if (this.#wanted === undefined) return;
    const row = this.#rendered?.element.querySelector<HTMLElement>(`[data-id="${this.#wanted}"]`);
    if (row === null || row === undefined) return;
    this.#wanted = undefined;
    row.focus({ preventScroll: true });
  }
}
