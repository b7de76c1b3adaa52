import type { CodeViewLineSelection, SelectedLineRange } from '@pierre/diffs';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { texts } from '../../../texts/texts.ts';
import { hasPatchText } from '../patch/file-notice.ts';
import type { FileRemarks } from '../threads/fold-threads.ts';
import { isSameRemarks } from '../threads/group-remarks.ts';
import { librarySide } from '../patch/diff-rows.ts';
import type { CommentTarget, DiffViewProps } from '../types.ts';
import { commentGestures } from './comment-gestures.ts';
import { commentTarget } from './comment-target.ts';
import {
  codeViewItem,
  isDeferred,
  withCollapsed,
  withDeferredShown,
  withFailure,
  withFold,
  withPatch,
  withRemarks,
  withTick,
  withViewed,
  type FileState,
} from './file-state.ts';
import { ContextExpander, type ExpandStep } from './context-expander.ts';
import { DrawnFiles } from './drawn-files.ts';
import type { LineRange } from './drawn-lines.ts';
import { FileStates } from './file-states.ts';
import { highlightPool } from './highlight-pool.ts';
import { PatchLoader, whenIdle } from './patch-loader.ts';
import { ReadingPosition } from './reading-position.ts';
import { seenThreads } from './seen-threads.ts';
import { isInView } from './is-in-view.ts';
import { SelectedText } from './selected-text.ts';
import type { SlotStore } from './slot-store.ts';
import { SteadyCodeView } from './steady-code-view.ts';
import { overscanPixels, viewOptions, type Display } from './view-options.ts';

export interface DiffViewerOptions {
  readonly files: readonly ChangedFile[];
  readonly loadPatch: DiffViewProps['loadPatch'];
  readonly loadLines: DiffViewProps['loadLines'];
  readonly onTrouble: DiffViewProps['onTrouble'];
  readonly display: Display;
  readonly viewed: DiffViewProps['viewed'];
  readonly onViewed: DiffViewProps['onViewed'];
  readonly onStartComment: DiffViewProps['onStartComment'];
  readonly onCurrentFile: DiffViewProps['onCurrentFile'];
}

const noRemarks: FileRemarks = { editors: [], comments: [], findings: [] };

/**
 * The library's scroller with the files of a session in it: keeps what is known of each file, has patches loaded, and
 * says which slots React has to fill. Methods may be called from effects: the library draws in the next frame.
 */
export class DiffViewer {
  readonly #drawn: DrawnFiles;
  readonly codeView: SteadyCodeView;
  readonly position: ReadingPosition;
  readonly selectedText: SelectedText;
  readonly fileIds: readonly string[];
  readonly #options: DiffViewerOptions;
  readonly #states: FileStates;
  readonly #loader: PatchLoader;
  readonly #expander: ContextExpander;
  readonly #root: HTMLElement;
  /** The selection that the reader did not make with the mouse. */
  #highlight: CodeViewLineSelection | undefined;
  /** Lines that something is being written on, by file. */
  #marked: ReadonlyMap<string, readonly LineRange[]> = new Map();
  readonly #patchListeners = new Set<(fileId: string) => void>();

  constructor(root: HTMLElement, options: DiffViewerOptions) {
    const { files, viewed, display, onCurrentFile } = options;
    this.#options = options;
    this.fileIds = files.map(({ id }) => id);
    this.#states = new FileStates(files, viewed, (state) => {
      this.codeView.updateItem(codeViewItem(state));
      this.position.update();
    });
    this.#root = root;
    this.#loader = this.#createLoader();
    this.#expander = new ContextExpander(this.#states, options);
    this.#drawn = new DrawnFiles({
      codeView: () => this.codeView,
      states: this.#states,
      marked: (id) => this.#marked.get(id) ?? [],
      onExpand: (id, step) => this.expand(id, step),
    });
    this.codeView = new SteadyCodeView(this.#libraryOptions(display), highlightPool(), true);
    this.codeView.config.overscrollSize = overscanPixels;
    this.codeView.setSlotCoordinator({
      hasHeaderRenderers: true,
      hasAnnotationRenderer: true,
      hasGutterRenderer: false,
      onSnapshotChange: () => this.#drawn.fillNow(),
    });
    this.codeView.setup(root);
    this.codeView.setItems(this.#states.all().map(codeViewItem));
    this.position = new ReadingPosition({
      root,
      codeView: this.codeView,
      fileIds: this.fileIds,
      onNear: (ids) => this.#loader.prioritise(ids),
      onCurrentFile,
    });
    this.selectedText = new SelectedText({ root, rendered: () => this.#drawn.rendered() });
  }

  /** What React has to fill. */
  get slots(): SlotStore {
    return this.#drawn.slots;
  }

  dispose(): void {
    this.position.dispose();
    this.selectedText.dispose();
    this.#loader.dispose();
    this.#expander.dispose();
    this.#patchListeners.clear();
    // What React still says to it, before it says that to the next one, is for nobody.
    this.#states.forget();
    this.codeView.cleanUp();
    this.slots.publish([]);
  }

  state(fileId: string): FileState | undefined {
    return this.#states.get(fileId);
  }

  /** All files, in their order. */
  get states(): readonly FileState[] {
    return this.#states.all();
  }

  setDisplay(display: Display): void {
    this.codeView.setOptions(this.#libraryOptions(display));
    this.codeView.render();
  }

  /** The remarks by file; only files whose remarks differ are drawn anew. */
  setRemarks(groups: ReadonlyMap<string, FileRemarks>): void {
    for (const { file, remarks } of this.#states.all()) {
      const { id } = file;
      const next = groups.get(id) ?? noRemarks;
      if (isSameRemarks(remarks, next)) continue;
      const isSeen = seenThreads(this.#root, this.#drawn.elementOf(id));
      this.#states.change(id, (state) => withRemarks(state, next, isSeen));
      void this.#expander.expandToComments(id);
    }
  }

  /** Marks lines that something is being written on. */
  setMarked(marked: ReadonlyMap<string, readonly LineRange[]>): void {
    this.#marked = marked;
    this.#drawn.markAgain();
  }

  setCollapsed(fileId: string, isCollapsed: boolean): void {
    this.#states.change(fileId, (state) => withCollapsed(state, isCollapsed));
  }

  /** Puts away the files that were viewed elsewhere, and brings back those that are not any more; none that is seen. */
  setViewed(viewed: ReadonlySet<string>): void {
    for (const { file, isViewed } of this.#states.all()) {
      const { id } = file;
      if (isViewed === viewed.has(id)) continue;
      const element = this.#drawn.elementOf(id);
      const isSeen = element !== undefined && isInView(this.#root, element);
      this.#states.change(id, (state) => (isSeen ? withTick : withViewed)(state, !isViewed));
    }
    this.#drawn.fill();
  }

  /** Asks to tick a file; what is read of it stays in view as its header. */
  askViewed(fileId: string, isViewed: boolean): void {
    if (this.#states.get(fileId)?.file.digest === undefined) return;
    const isAbove = isViewed && this.position.offsetIn(fileId) > 0;
    // At once: who goes on to the next file must find it where it will be.
    this.#states.change(fileId, (state) => withViewed(state, isViewed));
    this.#drawn.fill();
    this.#options.onViewed(fileId, isViewed);
    if (isAbove) this.codeView.scrollTo({ type: 'item', id: fileId, align: 'start' });
  }

  /** Makes sure that the code of a file is there to be seen. */
  show(fileId: string): void {
    const state = this.#states.get(fileId);
    if (state?.isCollapsed === true) this.setCollapsed(fileId, false);
    if (state?.isDeferred !== true) return;
    this.#states.change(fileId, withDeferredShown);
    this.#loader.request(fileId);
  }

  /** Shows the findings of a thread one by one, or as a chip. */
  setFold(fileId: string, threadKey: string, isOpen: boolean): void {
    this.#states.changeUndrawn(fileId, (state) => withFold(state, threadKey, isOpen));
    this.#drawn.fill();
  }

  /** Shows lines that the patch leaves out. */
  expand(fileId: string, step: ExpandStep): void {
    // The button that was pressed goes with what it stood for.
    this.#root.focus({ preventScroll: true });
    void this.#expander.expand(fileId, step);
  }

  setWhole(fileId: string, isWhole: boolean): void {
    if (isWhole) this.show(fileId);
    void this.#expander.setWhole(fileId, isWhole);
  }

  retry(fileId: string): void {
    this.#states.change(fileId, (state) => withFailure(state, undefined));
    this.#loader.request(fileId);
  }

  /** Has the patches of these files loaded before any other. */
  hasten(fileIds: readonly string[]): void {
    this.#loader.prioritise(fileIds);
  }

  /** Calls back with the id of each file whose patch has come, or cannot be had; returns what ends it. */
  onPatch(listener: (fileId: string) => void): () => void {
    this.#patchListeners.add(listener);
    return () => {
      this.#patchListeners.delete(listener);
    };
  }

  /** Selects lines for the reader; the mouse takes that back, since the gutter's button stays at a selection. */
  highlight(fileId: string, range: SelectedLineRange): void {
    this.selectedText.clear();
    this.#highlight = { id: fileId, range };
    this.codeView.setSelectedLines(this.#highlight, { notify: false });
  }

  clearSelection(): void {
    this.codeView.clearSelectedLines({ notify: false });
  }

  /** Asks for a comment on a selection of the library, or on the file. */
  startComment(fileId: string, range?: SelectedLineRange): void {
    const state = this.#states.get(fileId);
    if (state === undefined) return;
    // Its editor stands below the header, which is all there is of a collapsed file.
    if (state.isCollapsed) this.setCollapsed(fileId, false);
    const { target, code } = commentTarget(state, range);
    this.#options.onStartComment(target, code);
    this.#showPlace(fileId, target);
  }

  /** What is written must be seen: where it is going to stand comes into view. */
  #showPlace(id: string, { side, lineEnd }: CommentTarget): void {
    const { codeView, position } = this;
    if (lineEnd !== undefined)
      codeView.scrollTo({
        type: 'line',
        id,
        lineNumber: lineEnd,
        side: librarySide(side),
        align: 'nearest',
      });
    else if (position.offsetIn(id) > 0) codeView.scrollTo({ type: 'item', id, align: 'start' });
  }

  #createLoader(): PatchLoader {
    const { files, loadPatch } = this.#options;
    const wanted = files.filter((file) => hasPatchText(file) && !isDeferred(file));
    return new PatchLoader(
      {
        load: loadPatch,
        onPatch: (id, patch) => {
          this.#arrive(id, (state) => withPatch(state, patch));
          void this.#expander.expandToComments(id);
        },
        onFailure: (id, error) => this.#arrive(id, (state) => withFailure(state, sentence(error))),
        whenIdle,
      },
      wanted.map(({ id }) => id),
    );
  }

  #libraryOptions(display: Display) {
    return viewOptions(display, {
      onPostRender: (element, _instance, phase) => {
        if (phase === 'unmount') return;
        this.#drawn.drawn(element, phase === 'update');
        this.codeView.restoreHover();
      },
      ...commentGestures({
        startComment: (id, range) => this.startComment(id, range),
        clearSelection: () => this.clearSelection(),
        onMove: () => {
          if (this.codeView.getSelectedLines() === this.#highlight) this.clearSelection();
        },
      }),
    });
  }

  #arrive(id: string, change: (state: FileState) => FileState): void {
    this.#states.change(id, change);
    for (const listener of this.#patchListeners) listener(id);
  }
}

const sentence = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : texts().diff.patchNotLoaded;
