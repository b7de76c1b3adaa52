import type { CodeView } from '@pierre/diffs';

interface ReadingPositionOptions {
  /** What scrolls. */
  readonly root: HTMLElement;
  readonly codeView: CodeView;
  readonly fileIds: readonly string[];
  /** The files in the viewport and some after them, top first. */
  readonly onNear: (fileIds: readonly string[]) => void;
  readonly onCurrentFile: (fileId: string) => void;
}

/** How many files after those in the viewport are near. */
const filesAhead = 6;

/** Which file is read: looked up once a frame, when something moved. */
export class ReadingPosition {
  readonly #options: ReadingPositionOptions;
  #frame: number | undefined;
  #currentFile: string | undefined;
  #ledTo: string | undefined;
  /** Pixels of the whole; not those of the element, which the library moves about in very long diffs. */
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

  /** How far the viewport's top is below the top of a file, in pixels. */
  offsetIn(fileId: string): number {
    return this.#scrollTop - (this.#options.codeView.getTopForItem(fileId) ?? 0);
  }

  /** The reader was led to this file: it is the one that is read, even where the end keeps it from the top. */
  lead(fileId: string | undefined): void {
    this.#ledTo = fileId;
    if (fileId !== undefined) this.update();
  }

  /** Looks again in the next frame. */
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
      // Patches that come at once leave nothing that would call again once the first file is drawn.
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
