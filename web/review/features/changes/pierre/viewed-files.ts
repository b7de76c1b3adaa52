import type { DiffViewProps } from './diff-view-props.ts';
import type { RenderedFiles } from './rendered-files.ts';
import { withTick, withViewed } from './file-state.ts';
import type { FileStates } from './file-states.ts';
import { isInView } from './in-view.ts';
import type { ReadingPosition } from './reading-position.ts';
import type { SteadyCodeView } from './steady-code-view.ts';

interface ViewedFilesOptions {
  /** The scroller. */
  readonly root: HTMLElement;
  readonly states: FileStates;
  readonly drawn: RenderedFiles;
  /** The viewer's parts are still under construction. */
  readonly viewer: { readonly codeView: SteadyCodeView; readonly position: ReadingPosition };
  readonly onViewed: DiffViewProps['onViewed'];
}

/** Applies viewed marks. Viewed files collapse, but not while they are in view. */
export class ViewedFiles {
  readonly #options: ViewedFilesOptions;

  constructor(options: ViewedFilesOptions) {
    this.#options = options;
  }

  /** Applies changes made elsewhere: collapses or expands files, except those in view. */
  set(viewed: ReadonlySet<string>): void {
    const { root, states, drawn } = this.#options;
    for (const { file, isViewed } of states.all()) {
      const { id } = file;
      if (isViewed === viewed.has(id)) continue;
      const element = drawn.elementOf(id);
      const isSeen = element !== undefined && isInView(root, element);
      states.change(id, (state) => (isSeen ? withTick : withViewed)(state, !isViewed));
    }
    drawn.fill();
  }

  /** Marks a file on request of the user; keeps its header in view. */
  ask(fileId: string, isViewed: boolean): void {
    const { states, drawn, viewer, onViewed } = this.#options;
    if (states.get(fileId)?.file.digest === undefined) return;
    const isAbove = isViewed && viewer.position.offsetIn(fileId) > 0;
    // Immediately, so that going to the next file finds its final position.
    states.change(fileId, (state) => withViewed(state, isViewed));
    drawn.fill();
    onViewed(fileId, isViewed);
    if (isAbove) viewer.codeView.scrollTo({ type: 'item', id: fileId, align: 'start' });
  }
}
