import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { FileAnnotations, LineRange } from '../threads/fold-threads.ts';
import { isSameAnnotations } from '../threads/group-annotations.ts';
import { ArrivingPatches } from './arriving-patches.ts';
import { ContextExpander, type ExpandStep } from './context-expander.ts';
import type { DiffViewProps } from './diff-view-props.ts';
import { RenderedFiles } from './rendered-files.ts';
import {
  codeViewItem,
  withCollapsed,
  withDeferredShown,
  withFold,
  withAnnotations,
  type FileState,
  type Reach,
} from './file-state.ts';
import { FileStates } from './file-states.ts';
import { highlightPool } from './highlight-pool.ts';
import { seenThreads } from './in-view.ts';
import { LineSelection } from './line-selection.ts';
import { ReadingPosition } from './reading-position.ts';
import type { SlotStore } from './slot-store.ts';
import { SteadyCodeView } from './steady-code-view.ts';
import { overscanPixels, viewOptions, type Display } from './view-options.ts';
import { ViewedFiles } from './viewed-files.ts';

export interface DiffViewerOptions extends Reach {
  readonly files: readonly ChangedFile[];
  readonly loadColours: DiffViewProps['loadColours'];
  readonly loadPatch: DiffViewProps['loadPatch'];
  readonly loadLines: DiffViewProps['loadLines'];
  readonly onTrouble: DiffViewProps['onTrouble'];
  readonly display: Display;
  readonly viewed: DiffViewProps['viewed'];
  readonly onViewed: DiffViewProps['onViewed'];
  readonly onStartComment: DiffViewProps['onStartComment'];
  readonly onCurrentFile: DiffViewProps['onCurrentFile'];
}

const noAnnotations: FileAnnotations = { editors: [], comments: [], findings: [] };

/**
 * Wraps the library's scroller: keeps the state of each file, loads patches, and publishes the slots for React to fill.
 * Methods may be called from effects, since the library draws in the next frame.
 */
export class DiffViewer {
  readonly #drawn: RenderedFiles;
  readonly codeView: SteadyCodeView;
  readonly position: ReadingPosition;
  readonly selection: LineSelection;
  readonly viewed: ViewedFiles;
  readonly patches: ArrivingPatches;
  readonly fileIds: readonly string[];
  readonly #states: FileStates;
  readonly #expander: ContextExpander;
  readonly #root: HTMLElement;
  /** Lines with an open editor, by file. */
  #marked: ReadonlyMap<string, readonly LineRange[]> = new Map();

  constructor(root: HTMLElement, options: DiffViewerOptions) {
    const { files, display, onCurrentFile } = options;
    this.fileIds = files.map(({ id }) => id);
    this.#states = new FileStates(files, options, (state) => {
      this.codeView.updateItem(codeViewItem(state));
      this.position.update();
    });
    this.#root = root;
    this.#expander = new ContextExpander(this.#states, options);
    this.patches = new ArrivingPatches({
      ...options,
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
      onStartComment: options.onStartComment,
    });
    this.viewed = new ViewedFiles({
      root,
      states: this.#states,
      drawn: this.#drawn,
      viewer: this,
      onViewed: options.onViewed,
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
      onNear: (ids) => this.patches.prioritise(ids),
      onCurrentFile,
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
  setAnnotations(groups: ReadonlyMap<string, FileAnnotations>): void {
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

  /** Shows a thread's findings, or folds them into a chip. */
  setFold(fileId: string, threadKey: string, isOpen: boolean): void {
    this.#states.changeUndrawn(fileId, (state) => withFold(state, threadKey, isOpen));
    this.#drawn.fill();
  }

  /** Expands context around a hunk. */
  expand(fileId: string, step: ExpandStep): void {
    // The pressed button is about to be removed.
    this.#root.focus({ preventScroll: true });
    void this.#expander.expand(fileId, step);
  }

  setWhole(fileId: string, isWhole: boolean): void {
    if (isWhole) this.show(fileId);
    void this.#expander.setWhole(fileId, isWhole);
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
