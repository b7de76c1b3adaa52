import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { Page } from '../../../ui/page.ts';
import { can } from '../../../store/session-slice.ts';
import {
  lastShownLine,
  noAnnotations,
  type Annotations,
  type LineRange,
} from '../threads/fold-threads.ts';
import { isSameAnnotations } from '../threads/group-annotations.ts';
import { markViewed } from '../viewed/mark-viewed.ts';
import { ArrivingPatches } from './arriving-patches.ts';
import { ContextExpander, type ExpandStep } from './context-expander.ts';
import { diffRows, rowIndexOf, type DiffPlace } from './diff-rows.ts';
import { RenderedFiles, type SlotStore } from './rendered-files.ts';
import {
  withCollapsed,
  withDeferredShown,
  withFold,
  withAnnotations,
  withText,
  withTick,
  withViewed,
  withSetAside,
  withThreads,
  type FileState,
  type Folding,
} from './file-state.ts';
import { FileStates } from './file-states.ts';
import { highlightPool } from './highlight-pool.ts';
import { isInView, seenThreads } from './in-view.ts';
import { codeViewItem } from './library-item.ts';
import { LineSelection } from './line-selection.ts';
import { ReadingPosition } from './reading-position.ts';
import { SteadyCodeView } from './steady-code-view.ts';
import { overscanPixels, viewOptions, type Display } from './view-options.ts';

interface DiffViewerOptions {
  readonly files: readonly ChangedFile[];
  readonly display: Display;
  /** Ids of viewed files, which are collapsed. */
  readonly viewed: ReadonlySet<string>;
  /** The text of the only file, to be shown as a whole. */
  readonly text?: string;
}

/**
 * Wraps the library's scroller: keeps the state of each file, loads patches, and publishes the slots for React to fill.
 * Methods may be called from effects, since the library draws in the next frame.
 */
export class DiffViewer {
  readonly #drawn: RenderedFiles;
  readonly codeView: SteadyCodeView;
  readonly position: ReadingPosition;
  readonly selection: LineSelection;
  readonly patches: ArrivingPatches;
  readonly fileIds: readonly string[];
  readonly #states: FileStates;
  readonly #expander: ContextExpander;
  readonly #root: HTMLElement;
  readonly #page: Page;
  /** Lines with an open editor, by file. */
  #marked: ReadonlyMap<string, readonly LineRange[]> = new Map();

  constructor(root: HTMLElement, page: Page, { files, display, viewed, text }: DiffViewerOptions) {
    this.#root = root;
    this.#page = page;
    this.fileIds = files.map(({ id }) => id);
    const state = page.store.getState();
    const reach = { hasContext: can(state, 'context'), hasSides: can(state, 'sides') };
    this.#states = new FileStates(files, { viewed, ...reach }, (state) => {
      this.codeView.updateItem(codeViewItem(state));
      this.position.update();
    });
    this.#expander = new ContextExpander(this.#states, page);
    this.patches = new ArrivingPatches({
      page,
      files: text === undefined ? files : [],
      states: this.#states,
      onPatch: (id) => void this.#expander.expandToComments(id),
    });
    this.#drawn = new RenderedFiles({
      codeView: () => this.codeView,
      states: this.#states,
      marked: (id) => this.#marked.get(id) ?? [],
      onExpand: (id, step) => this.expand(id, step),
    });
    this.selection = new LineSelection({
      root,
      viewer: this,
      rendered: () => this.#drawn.rendered(),
      page,
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
    if (text !== undefined)
      for (const id of this.fileIds)
        this.#states.changeUndrawn(id, (state) => withText(state, text));
    this.codeView.setItems(this.#states.all().map(codeViewItem));
    this.position = new ReadingPosition({
      root,
      codeView: this.codeView,
      fileIds: this.fileIds,
      onNear: (ids) => this.patches.prioritise(ids),
      onCurrentFile: (fileId) => {
        if (text === undefined) page.store.dispatch({ type: 'selection/currentFile', fileId });
      },
    });
  }

  /** The slots for React to fill. */
  get slots(): SlotStore {
    return this.#drawn.slots;
  }

  dispose(): void {
    this.position.dispose();
    this.selection.dispose();
    this.patches.dispose();
    this.#expander.dispose();
    // Ignore calls from React until it has switched to the next viewer.
    this.#states.forget();
    this.codeView.cleanUp();
    this.slots.publish([]);
  }

  state(fileId: string): FileState | undefined {
    return this.#states.get(fileId);
  }

  /** All files in order. */
  get states(): readonly FileState[] {
    return this.#states.all();
  }

  setDisplay(display: Display): void {
    this.codeView.setOptions(this.#libraryOptions(display));
    this.codeView.render();
  }

  /** Updates the annotations; redraws only files whose annotations differ. */
  setAnnotations(groups: ReadonlyMap<string, Annotations>): void {
    for (const { file, annotations } of this.#states.all()) {
      const { id } = file;
      const next = groups.get(id) ?? noAnnotations;
      if (isSameAnnotations(annotations, next)) continue;
      const isSeen = seenThreads(this.#root, this.#drawn.elementOf(id));
      this.#states.change(id, (state) => withAnnotations(state, next, isSeen));
      void this.#expander.expandToComments(id);
    }
  }

  /** Highlights lines with an open editor. */
  setMarked(marked: ReadonlyMap<string, readonly LineRange[]>): void {
    this.#marked = marked;
    this.#drawn.markAgain();
  }

  setCollapsed(fileId: string, isCollapsed: boolean): void {
    this.#states.change(fileId, (state) => withCollapsed(state, isCollapsed));
  }

  /** Expands a file and loads it if that was deferred. */
  show(fileId: string): void {
    const state = this.#states.get(fileId);
    if (state?.isCollapsed === true) this.setCollapsed(fileId, false);
    if (state?.isDeferred !== true) return;
    this.#states.change(fileId, withDeferredShown);
    this.patches.request(fileId);
  }

  /** Applies viewed marks made elsewhere: collapses or expands files, except those in view. */
  showViewed(viewed: ReadonlySet<string>): void {
    for (const { file, isViewed } of this.#states.all()) {
      const { id } = file;
      if (isViewed === viewed.has(id)) continue;
      const element = this.#drawn.elementOf(id);
      const isSeen = element !== undefined && isInView(this.#root, element);
      this.#states.change(id, (state) => (isSeen ? withTick : withViewed)(state, !isViewed));
    }
    this.#drawn.fill();
  }

  /** Marks a file on request of the user; keeps its header in view. */
  setViewed(fileId: string, isViewed: boolean): void {
    const file = this.#states.get(fileId)?.file;
    if (file?.digest === undefined) return;
    const isAbove = isViewed && this.position.offsetIn(fileId) > 0;
    // Immediately, so that going to the next file finds its final position.
    this.#states.change(fileId, (state) => withViewed(state, isViewed));
    this.#drawn.fill();
    markViewed(this.#page, file, isViewed);
    if (isAbove) this.codeView.scrollTo({ type: 'item', id: fileId, align: 'start' });
  }

  /** Shows a thread's findings, or folds them into a chip. */
  setFold(fileId: string, threadKey: string, isOpen: boolean): void {
    this.#states.changeUndrawn(fileId, (state) => withFold(state, threadKey, isOpen));
    this.#drawn.fill();
  }

  /** Changes what folds hunks of a file, or folds them again. */
  setFolding(fileId: string, change: (folding: Folding | undefined) => Folding | undefined): void {
    // Nor can lines stay selected that are folded.
    if (fileId === this.selection.selected?.id) this.selection.clear();
    this.#states.change(fileId, (state) => {
      const model = state.folded?.whole ?? state.model;
      const folding = change(state.folding);
      return withThreads({ ...state, model, folded: undefined, folding }, state.annotations);
    });
  }

  setAside(fileId: string): void {
    this.#states.change(fileId, withSetAside);
  }

  /** Unfolds the hunk at a place. */
  unfold(fileId: string, place: DiffPlace): void {
    const folding = this.#states.get(fileId)?.folding;
    if (folding === undefined) return;
    this.#states.change(fileId, (state) => folding.fold(state, place));
    // Only drawn lines can be selected.
    this.codeView.render(true);
  }

  /** Expands context around a hunk. */
  expand(fileId: string, step: ExpandStep): void {
    // The pressed button is about to be removed.
    this.#root.focus({ preventScroll: true });
    void this.#expander.expand(fileId, step);
  }

  setWhole(fileId: string, isWhole: boolean): Promise<void> {
    if (isWhole) this.show(fileId);
    return this.#expander.setWhole(fileId, isWhole);
  }

  /** Shows the whole file if a line is not in its patch, and waits until it is drawn. */
  async showLine(fileId: string, { side, line }: DiffPlace): Promise<void> {
    const state = this.state(fileId);
    if (state === undefined || lastShownLine(state.file.hunks, { side, start: line, end: line }))
      return;
    if (rowIndexOf(diffRows(state.model.diff), { side, line }) >= 0) return;
    const { scrollHeight } = this.#root;
    await this.setWhole(fileId, true);
    // Something else may become smaller meanwhile; the file becomes longer.
    for (let frame = 0; frame < 60 && this.#root.scrollHeight <= scrollHeight; frame += 1)
      await new Promise(requestAnimationFrame);
  }

  #libraryOptions(display: Display) {
    return viewOptions(display, {
      onPostRender: (element, _instance, phase) => {
        if (phase === 'unmount') return;
        this.#drawn.drawn(element, phase === 'update');
        this.codeView.restoreHover();
      },
      ...this.selection.gestures,
    });
  }
}
