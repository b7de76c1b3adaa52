import type { DiffViewProps } from './diff-view-props.ts';
import type { RenderedFiles } from './rendered-files.ts';
import { withTick, withViewed } from './file-state.ts';
import type { FileStates } from './file-states.ts';
import { isInView } from './is-in-view.ts';
import type { ReadingPosition } from './reading-position.ts';
import type { SteadyCodeView } from './steady-code-view.ts';

interface ViewedFilesOptions {
  /** What scrolls the files. */
  readonly root: HTMLElement;
  readonly states: FileStates;
  readonly drawn: RenderedFiles;
  /** Its parts are made one after the other. */
  readonly viewer: { readonly codeView: SteadyCodeView; readonly position: ReadingPosition };
  readonly onViewed: DiffViewProps['onViewed'];
}

/** Which files are ticked as viewed. Those are put away, but not from under the eyes of the reader. */
export class ViewedFiles {
  readonly #options: ViewedFilesOptions;

  constructor(options: ViewedFilesOptions) {
    this.#options = options;
  }

  /** Puts away the files that were viewed elsewhere, and brings back those that are not any more; none that is seen. */
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

  /** Asks to tick a file; what is read of it stays in view as its header. */
  ask(fileId: string, isViewed: boolean): void {
    const { states, drawn, viewer, onViewed } = this.#options;
    if (states.get(fileId)?.file.digest === undefined) return;
    const isAbove = isViewed && viewer.position.offsetIn(fileId) > 0;
    // At once: who goes on to the next file must find it where it will be.
    states.change(fileId, (state) => withViewed(state, isViewed));
    drawn.fill();
    onViewed(fileId, isViewed);
    if (isAbove) viewer.codeView.scrollTo({ type: 'item', id: fileId, align: 'start' });
  }
}
