import { CodeView, type SelectedLineRange } from '@pierre/diffs';
import { flushSync } from 'react-dom';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { selectedLines } from '../patch/diff-rows.ts';
import { hasPatchText, isGiant } from '../patch/file-notice.ts';
import { isSameRemarks } from '../threads/group-remarks.ts';
import type { FileRemarks } from '../threads/fold-threads.ts';
import type { CommentTarget, DiffViewProps } from '../types.ts';
import {
  codeViewItem,
  initialState,
  withCollapsed,
  withFailure,
  withPatch,
  withThreads,
  type FileState,
} from './file-state.ts';
import { highlightPool } from './highlight-pool.ts';
import { PatchLoader, whenIdle } from './patch-loader.ts';
import { readSlots, SlotStore } from './slot-store.ts';
import { viewOptions, type Display } from './view-options.ts';

export interface DiffViewerOptions {
  readonly files: readonly ChangedFile[];
  readonly loadPatch: DiffViewProps['loadPatch'];
  readonly display: Display;
  readonly onStartComment: DiffViewProps['onStartComment'];
  readonly onCurrentFile: DiffViewProps['onCurrentFile'];
}

/** How many files around those in the viewport are loaded with them. */
const filesAhead = 6;

/**
 * The library's scroller with the files of a session in it: keeps what is known of each file, has patches loaded, and
 * says which slots React has to fill. Methods may be called from effects: the library draws in the next frame.
 */
export class DiffViewer {
  readonly slots = new SlotStore();
  readonly codeView: CodeView;
  readonly root: HTMLElement;
  readonly #options: DiffViewerOptions;
  readonly #order: readonly string[];
  readonly #states: Map<string, FileState>;
  readonly #loader: PatchLoader;
  readonly #onPatch = new Set<(fileId: string) => void>();
  #currentFile: string | undefined;
  #scrollTop = 0;
  #trackFrame: number | undefined;
  #gutterRange: SelectedLineRange | undefined;

  constructor(root: HTMLElement, options: DiffViewerOptions) {
    this.root = root;
    this.#options = options;
    this.#order = options.files.map(({ id }) => id);
    this.#states = new Map(options.files.map((file) => [file.id, initialState(file)]));
    const wanted = options.files.filter((file) => hasPatchText(file) && !isGiant(file));
    this.#loader = new PatchLoader(
      {
        load: options.loadPatch,
        onPatch: (id, patch) => this.#receive(id, patch),
        onFailure: (id, error) => this.#change(id, (state) => withFailure(state, sentence(error))),
        whenIdle,
      },
      wanted.map(({ id }) => id),
    );
    this.codeView = new CodeView(this.#libraryOptions(options.display), highlightPool(), true);
    this.codeView.setSlotCoordinator({
      hasHeaderRenderers: true,
      hasAnnotationRenderer: true,
      hasGutterRenderer: false,
      onSnapshotChange: () => this.#publish(),
    });
    this.codeView.setup(root);
    this.codeView.setItems([...this.#states.values()].map(codeViewItem));
    this.codeView.subscribeToScroll((scrollTop) => {
      this.#scrollTop = scrollTop;
      this.#track();
    });
    this.#loader.prioritise(this.#order.slice(0, filesAhead));
    this.#track();
  }

  dispose(): void {
    if (this.#trackFrame !== undefined) cancelAnimationFrame(this.#trackFrame);
    this.#loader.dispose();
    this.#onPatch.clear();
    this.codeView.cleanUp();
    this.slots.publish([]);
  }

  get fileIds(): readonly string[] {
    return this.#order;
  }

  /** Id of the file at the top of what is read. */
  get currentFile(): string | undefined {
    return this.#currentFile;
  }

  get scrollTop(): number {
    return this.#scrollTop;
  }

  state(fileId: string): FileState | undefined {
    return this.#states.get(fileId);
  }

  setDisplay(display: Display): void {
    this.codeView.setOptions(this.#libraryOptions(display));
    this.codeView.render();
  }

  /** The remarks by file; only files whose remarks differ are drawn anew. */
  setRemarks(groups: ReadonlyMap<string, FileRemarks>): void {
    const none: FileRemarks = { editors: [], comments: [], findings: [] };
    for (const [id, state] of this.#states) {
      const remarks = groups.get(id) ?? none;
      if (!isSameRemarks(state.remarks, remarks))
        this.#change(id, (current) => withThreads(current, remarks));
    }
  }

  setCollapsed(fileId: string, isCollapsed: boolean): void {
    this.#change(fileId, (state) => withCollapsed(state, isCollapsed));
    if (this.#states.get(fileId)?.model.kind === 'pending') this.#loader.request(fileId);
  }

  retry(fileId: string): void {
    this.#change(fileId, (state) => withFailure(state, undefined));
    this.#loader.request(fileId);
  }

  /** Has the file's patch loaded before any other. */
  hasten(fileId: string): void {
    this.#loader.prioritise([fileId]);
  }

  /** Calls back with the id of each file whose patch has come; returns what ends it. */
  onPatch(listener: (fileId: string) => void): () => void {
    this.#onPatch.add(listener);
    return () => {
      this.#onPatch.delete(listener);
    };
  }

  /** Asks for a comment on a selection of the library; on the file where its lines are not those of the file. */
  startComment(fileId: string, range?: SelectedLineRange): void {
    const state = this.#states.get(fileId);
    if (state === undefined) return;
    const isNumbered = state.model.kind === 'code';
    const lines =
      range === undefined || !isNumbered ? undefined : selectedLines(state.model.diff, range);
    const filePath = state.file.path;
    const target: CommentTarget =
      lines === undefined
        ? { filePath, side: state.file.status === 'deleted' ? 'old' : 'new' }
        : { filePath, side: lines.side, lineStart: lines.lineStart, lineEnd: lines.lineEnd };
    this.#options.onStartComment(target, lines?.text ?? '');
  }

  #libraryOptions(display: Display) {
    return viewOptions(display, {
      onPostRender: (element, _instance, phase) => {
        if (phase === 'update') this.#publishIfSlotsChanged(element);
      },
      onGutterUtilityClick: (range, { item }) => {
        this.#gutterRange = range;
        this.startComment(item.id, range);
      },
      // Ends the drag of a gutter button too, which has been answered by then.
      onLineSelectionEnd: (range, { item }) => {
        const isAnswered = this.#gutterRange !== undefined;
        this.#gutterRange = undefined;
        const isRange = range !== null && range.start !== range.end;
        if (isRange && !isAnswered) this.startComment(item.id, range);
        // While lines are selected, the gutter button stands at their end and means all of them.
        if (isRange || isAnswered)
          queueMicrotask(() => this.codeView.clearSelectedLines({ notify: false }));
      },
      onLineEnter: ({ numberElement }) => {
        const button = numberElement.querySelector('[data-utility-button]');
        button?.setAttribute('aria-label', 'Comment on this line');
      },
    });
  }

  #receive(id: string, patch: string): void {
    this.#change(id, (state) => withPatch(state, patch));
    for (const listener of this.#onPatch) listener(id);
  }

  #change(id: string, change: (state: FileState) => FileState): void {
    const state = this.#states.get(id);
    if (state === undefined) return;
    const next = change(state);
    this.#states.set(id, next);
    this.codeView.updateItem(codeViewItem(next));
    this.#track();
  }

  /** Called while the library draws: React must have filled the slots before heights are measured. */
  #publish(): void {
    const files = this.codeView.getRenderedItems().flatMap(({ id, element }) => {
      const state = this.#states.get(id);
      return state === undefined ? [] : [{ element, state, slots: readSlots(element) }];
    });
    flushSync(() => this.slots.publish(files));
  }

  #publishIfSlotsChanged(element: HTMLElement): void {
    const known = this.slots.getSnapshot().find((entry) => entry.element === element);
    if (known === undefined) return;
    const slots = readSlots(element);
    const isSame =
      slots.size === known.slots.size && [...slots].every((name) => known.slots.has(name));
    if (!isSame) this.#publish();
  }

  /** Looks, once a frame, which file is read and which are near. */
  #track(): void {
    this.#trackFrame ??= requestAnimationFrame(() => {
      this.#trackFrame = undefined;
      const rendered = this.codeView.getRenderedItems().map(({ id }) => id);
      const [first] = rendered;
      if (first === undefined) return;
      const from = this.#order.indexOf(first);
      const ahead = this.#order.slice(from, from + rendered.length + filesAhead);
      this.#loader.prioritise(ahead);
      const current = rendered.findLast((id) => this.topOf(id) <= this.#scrollTop + 1) ?? first;
      if (current === this.#currentFile) return;
      this.#currentFile = current;
      this.#options.onCurrentFile(current);
    });
  }

  /** Where a file begins, in pixels from the top of all. */
  topOf(fileId: string): number {
    return this.codeView.getTopForItem(fileId) ?? 0;
  }
}

const sentence = (error: unknown): string =>
  error instanceof Error && error.message !== ''
    ? error.message
    : 'The change of this file could not be loaded.';
