import { occurrences } from '../../../../shared/search-text.ts';
import { textOf, toDomRange } from '../../../shell/dom-range.ts';
import type { HitPlace, Page, ShownContext } from '../../ui/page.ts';
import type { Hit } from '../../store/search-slice.ts';
import { withContextHits } from './context-hits.ts';
import { isOutlineOver } from '../../ui/conditions.ts';

/** Line numbers cover the start of a scrolled line. */
const gutterPixels = 64;

/**
 * Highlights rendered hits with the CSS Custom Highlight API, in the diff library's shadow roots too. Browsers without
 * the API show no highlights, but navigation works.
 */
export class SearchMarks {
  readonly #page: Page;
  readonly #observer = new MutationObserver(() => this.#soon());
  #observed = new WeakSet<Node>();
  #frame = 0;
  #broughtTo: Hit | undefined;
  /** The current hit of the last time. */
  #shown: Hit | undefined;
  #painted: State | undefined;
  /** What was found in the patch, and with which lines around its hunks it was joined. */
  #joined: Joined | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  /** @returns a cleanup function */
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
    this.#joinContext();
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
    if (hit !== undefined && hit !== this.#shown) this.#uncover();
    this.#shown = hit;
    for (const { element, scroller, isOf } of this.#places())
      for (const start of occurrences(textOf(element), search.query)) {
        const range = toDomRange(element, start, start + search.query.length);
        if (range === undefined) continue;
        const isCurrent = hit !== undefined && hit.start === start && isOf(hit);
        (isCurrent ? current : all).add(range);
        if (isCurrent) this.#bringIntoLine(hit, scroller, range);
      }
    CSS.highlights.set('search', all);
    CSS.highlights.set('search-current', current);
  }

  /** Lines shown around hunks are searched here, since they are not part of the patch. */
  #joinContext(): void {
    const { store, viewer } = this.#page;
    const { search, content } = store.getState();
    const { query, hits, total, at } = search;
    const found = this.#joined?.hits === hits ? this.#joined.found : hits;
    // Of too many hits, only the first are there.
    if (content.diff === undefined || search.state !== 'found' || hits.length < total) return;
    const contexts = viewer.current()?.shownContexts?.() ?? [];
    if (found === this.#joined?.found && isSame(contexts, this.#joined.contexts)) return;
    const joined = withContextHits(found, { query, files: content.diff.files, contexts });
    this.#joined = { found, contexts, hits: joined };
    if (joined === hits) return;
    const current = JSON.stringify(hits[at]);
    store.dispatch(
      { type: 'search/found', query, hits: joined, total: joined.length },
      { type: 'search/at', at: joined.findIndex((hit) => JSON.stringify(hit) === current) },
    );
  }

  /** Closes a tree or outline that overlays the hit. */
  #uncover(): void {
    const { store } = this.#page;
    if (isOutlineOver(store.getState())) store.dispatch({ type: 'panel/outline', isOpen: false });
  }

  /** Scrolls a long line to the hit, once per hit, so that the user can scroll on. */
  #bringIntoLine(hit: Hit, scroller: HitPlace['scroller'], range: Range): void {
    if (hit === this.#broughtTo) return;
    this.#broughtTo = hit;
    if (!scroller) return;
    const { left, right } = range.getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    const isInView = left > view.left + gutterPixels && right < view.right;
    if (!isInView) scroller.scrollLeft += left - view.left - view.width / 2;
  }

  /** The places rendered now; a mutation observer reports later ones. */
  #places(): Iterable<HitPlace> {
    const content = document.querySelector('main');
    if (content === null) return [];
    this.#observe(content);
    const viewer = this.#page.viewer.current();
    return viewer?.hitPlaces(content, (root) => this.#observe(root)) ?? [];
  }

  #observe(node: Node): void {
    if (this.#observed.has(node)) return;
    this.#observed.add(node);
    this.#observer.observe(node, { childList: true, subtree: true });
  }
}

interface Joined {
  readonly found: readonly Hit[];
  readonly contexts: readonly ShownContext[];
  readonly hits: readonly Hit[];
}

const isSame = (one: readonly ShownContext[], other: readonly ShownContext[]): boolean =>
  one.length === other.length && one.every(({ lines }, at) => lines === other[at]?.lines);

type State = ReturnType<Page['store']['getState']>['search'];
