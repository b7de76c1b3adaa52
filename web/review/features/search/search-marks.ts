import { occurrences } from '../../../../shared/search-text.ts';
import { sideOf } from '../changes/pierre/drawn-lines.ts';
import { textOf, toDomRange } from '../../ui/text/dom-range.ts';
import type { Page } from '../../ui/page.ts';
import type { Hit } from '../../store/search-slice.ts';

/** A piece of text that hits are counted in: a line of the diff, or a block of a document. */
interface Unit {
  readonly element: Element;
  readonly isOf: (hit: Hit) => boolean;
}

/** Line numbers lie over the beginning of a line that is scrolled. */
const gutterPixels = 64;

/**
 * Marks what was found wherever it is rendered at the moment, in the diff library's shadow roots, too: the Custom
 * Highlight API leaves the DOM as it is. A browser without the API shows no marks, but leads to each place.
 */
export class SearchMarks {
  readonly #page: Page;
  readonly #observer = new MutationObserver(() => this.#soon());
  #observed = new WeakSet<Node>();
  #frame = 0;
  #broughtTo: Hit | undefined;
  #painted: State | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  /** @returns what ends it */
  start(): () => void {
    if (typeof CSS === 'undefined' || CSS.highlights === undefined) return () => undefined;
    const unsubscribe = this.#page.store.subscribe(() => {
      if (this.#page.store.getState().search !== this.#painted) this.#soon();
    });
    this.#soon();
    return () => {
      unsubscribe();
      cancelAnimationFrame(this.#frame);
      this.#clear();
    };
  }

  #soon(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#paint());
  }

  #clear(): void {
    this.#observer.disconnect();
    this.#observed = new WeakSet();
    CSS.highlights.delete('search');
    CSS.highlights.delete('search-current');
  }

  #paint(): void {
    const { search } = this.#page.store.getState();
    this.#painted = search;
    if (search.query === '') {
      this.#clear();
      return;
    }
    const all = new Highlight();
    const current = new Highlight();
    current.priority = 1;
    const hit = search.hits[search.at];
    for (const { element, isOf } of this.#units())
      for (const start of occurrences(textOf(element), search.query)) {
        const range = toDomRange(element, start, start + search.query.length);
        if (range === undefined) continue;
        const isCurrent = hit !== undefined && hit.start === start && isOf(hit);
        (isCurrent ? current : all).add(range);
        if (isCurrent) this.#bringIntoLine(hit, element, range);
      }
    CSS.highlights.set('search', all);
    CSS.highlights.set('search-current', current);
  }

  /** A long line may have to be scrolled sideways, once: the reader goes on as they like. */
  #bringIntoLine(hit: Hit, element: Element, range: Range): void {
    if (hit === this.#broughtTo) return;
    this.#broughtTo = hit;
    const scroller = element.closest('code[data-code]');
    if (scroller === null) return;
    const { left, right } = range.getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    const isInView = left > view.left + gutterPixels && right < view.right;
    if (!isInView) scroller.scrollLeft += left - view.left - view.width / 2;
  }

  /** What is rendered now; what is rendered later is heard of. */
  *#units(): Generator<Unit> {
    const content = document.querySelector('main');
    if (content === null) return;
    this.#observe(content);
    for (const element of content.querySelectorAll<HTMLElement>('[data-block]')) {
      const id = element.dataset['block'];
      yield { element, isOf: (hit) => hit.kind === 'text' && hit.blockId === id };
    }
    for (const file of content.querySelectorAll('diffs-container')) {
      if (file.shadowRoot === null) continue;
      this.#observe(file.shadowRoot);
      const id = file.querySelector<HTMLElement>('[data-file-id]')?.dataset['fileId'];
      for (const element of file.shadowRoot.querySelectorAll<HTMLElement>('[data-line]'))
        yield { element, isOf: (hit) => isLine(element, hit) && hit.fileId === id };
    }
  }

  #observe(node: Node): void {
    if (this.#observed.has(node)) return;
    this.#observed.add(node);
    this.#observer.observe(node, { childList: true, subtree: true });
  }
}

type State = ReturnType<Page['store']['getState']>['search'];

const isLine = (element: HTMLElement, hit: Hit): hit is Extract<Hit, { kind: 'line' }> =>
  hit.kind === 'line' &&
  Number(element.dataset['line']) === hit.line &&
  sideOf(element) === hit.side;
