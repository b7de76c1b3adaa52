import type { CodeView } from '@pierre/diffs';

interface ReadingPositionOptions {
  /** The scroller. */
  readonly root: HTMLElement;
  readonly codeView: CodeView;
  readonly fileIds: readonly string[];
  /** Files in the viewport and the next few, top first. */
  readonly onNear: (fileIds: readonly string[]) => void;
  readonly onCurrentFile: (fileId: string) => void;
}

/** Number of files below the viewport to prefetch. */
const filesAhead = 6;

/** Tracks the current file, at most once per frame. */
export class ReadingPosition {
  readonly #options: ReadingPositionOptions;
  #frame: number | undefined;
  #currentFile: string | undefined;
  #ledTo: string | undefined;
  /** Virtual offset in pixels. Differs from that of the element, which the library repositions in very long diffs. */
  #scrollTop = 0;

  constructor(options: ReadingPositionOptions) {
    this.#options = options;
    options.codeView.subscribeToScroll((scrollTop) => {
      this.#scrollTop = scrollTop;
      this.update();
    });
    options.onNear(options.fileIds.slice(0, filesAhead));
    this.update();
  }

  /** Id of the file at the top of the viewport; undefined until something is drawn. */
  get currentFile(): string | undefined {
    return this.#currentFile;
  }

  /** Distance from the top of a file to that of the viewport, in pixels. */
  offsetIn(fileId: string): number {
    return this.#scrollTop - (this.#options.codeView.getTopForItem(fileId) ?? 0);
  }

  /** Makes a navigation target the current file, even if it cannot scroll to the top near the end. */
  lead(fileId: string | undefined): void {
    this.#ledTo = fileId;
    if (fileId !== undefined) this.update();
  }

  /** Updates in the next frame. */
  update(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#look();
    });
  }

  dispose(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }

  #isHeaderInView(fileId: string): boolean {
    const offset = this.offsetIn(fileId);
    return offset <= 1 && -offset < this.#options.root.clientHeight;
  }

  #look(): void {
    const { codeView, fileIds, onNear, onCurrentFile } = this.#options;
    const rendered = codeView.getRenderedItems().map(({ id }) => id);
    const [first] = rendered;
    if (first === undefined) {
      // If all patches arrive at once, nothing else triggers an update after the first file is drawn.
      if (fileIds.length > 0) this.update();
      return;
    }
    const from = fileIds.indexOf(first);
    onNear(fileIds.slice(from, from + rendered.length + filesAhead));
    const atTop = rendered.findLast((id) => this.offsetIn(id) >= -1) ?? first;
    const current =
      this.#ledTo !== undefined && this.#isHeaderInView(this.#ledTo) ? this.#ledTo : atTop;
    if (current === this.#currentFile) return;
    this.#currentFile = current;
    onCurrentFile(current);
  }
}

const scrolls: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End', ' ']);
const steps: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

interface ReaderMoves {
  /** By wheel, touch, mouse or a scrolling key. */
  readonly onScroll: () => void;
  /** By an arrow key, relative to the current position. */
  readonly onStep: () => void;
}

/** Reports when the user scrolls or moves without a command. @returns a cleanup function */
export const watchReader = (root: HTMLElement, { onScroll, onStep }: ReaderMoves): (() => void) => {
  const ending = new AbortController();
  const options = { passive: true, signal: ending.signal };
  for (const type of ['wheel', 'touchmove', 'pointerdown'])
    root.addEventListener(type, onScroll, options);
  root.addEventListener(
    'keydown',
    (event) => {
      if (isTyping(event)) return;
      if (scrolls.has(event.key)) onScroll();
      else if (steps.has(event.key)) onStep();
    },
    options,
  );
  return () => ending.abort();
};

const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('textarea, input') !== null;
