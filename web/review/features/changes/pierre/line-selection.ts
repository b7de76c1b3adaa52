import type { CodeViewLineSelection, SelectedLineRange, CodeViewOptions } from '@pierre/diffs';
import type { CommentTarget } from '../../../../../shared/session/editor.ts';
import { librarySide, selectedLines } from './diff-rows.ts';
import type { DiffViewProps } from './diff-view-props.ts';
import type { FileState } from './file-state.ts';
import type { ReadingPosition } from './reading-position.ts';
import { SelectedText } from './selected-text.ts';
import type { SteadyCodeView } from './steady-code-view.ts';

/** What it needs of the viewer, whose parts are made one after the other. */
interface Viewer {
  readonly codeView: SteadyCodeView;
  readonly position: ReadingPosition;
  readonly state: (fileId: string) => FileState | undefined;
  readonly setCollapsed: (fileId: string, isCollapsed: boolean) => void;
}

interface LineSelectionOptions {
  /** What scrolls the files. */
  readonly root: HTMLElement;
  readonly viewer: Viewer;
  readonly rendered: () => readonly { readonly id: string; readonly element: HTMLElement }[];
  readonly onStartComment: DiffViewProps['onStartComment'];
}

/** The lines that are selected, by the reader or for them, and the comments that are asked for on them. */
export class LineSelection {
  readonly #viewer: Viewer;
  readonly #onStartComment: DiffViewProps['onStartComment'];
  readonly #text: SelectedText;
  /** The selection that the reader did not make with the mouse. */
  #highlight: CodeViewLineSelection | undefined;

  constructor({ root, viewer, rendered, onStartComment }: LineSelectionOptions) {
    this.#viewer = viewer;
    this.#onStartComment = onStartComment;
    this.#text = new SelectedText({ root, rendered });
  }

  dispose(): void {
    this.#text.dispose();
  }

  /** What the mouse does in the gutter. */
  readonly gestures: Gestures = commentGestures({
    startComment: (fileId, range) => this.startComment(fileId, range),
    clearSelection: () => this.clear(),
    onMove: () => {
      if (this.#viewer.codeView.getSelectedLines() === this.#highlight) this.clear();
    },
  });

  /** The lines whose text is selected, else the lines themselves; with them the text is done with. */
  take(): CodeViewLineSelection | null {
    const selected = this.#text.lines ?? this.#viewer.codeView.getSelectedLines();
    this.#text.clear();
    return selected;
  }

  /** Selects lines for the reader; the mouse takes that back, since the gutter's button stays at a selection. */
  highlight(fileId: string, range: SelectedLineRange): void {
    this.#text.clear();
    this.#highlight = { id: fileId, range };
    this.#viewer.codeView.setSelectedLines(this.#highlight, { notify: false });
  }

  clear(): void {
    this.#viewer.codeView.clearSelectedLines({ notify: false });
  }

  /** Asks for a comment on a selection of the library, or on the file. */
  startComment(fileId: string, range?: SelectedLineRange): void {
    const state = this.#viewer.state(fileId);
    if (state === undefined) return;
    // Its editor stands below the header, which is all there is of a collapsed file.
    if (state.isCollapsed) this.#viewer.setCollapsed(fileId, false);
    const { target, code } = commentTarget(state, range);
    this.#onStartComment(target, code);
    this.#showPlace(fileId, target);
  }

  /** What is written must be seen: where it is going to stand comes into view. */
  #showPlace(id: string, { side, lineEnd }: CommentTarget): void {
    const { codeView, position } = this.#viewer;
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
}

/**
 * What a comment on a selection of the library is on, and the code there; the file as a whole where nothing is
 * selected, or where the lines shown are not those of the file.
 */
const commentTarget = (
  { file, model }: FileState,
  range: SelectedLineRange | undefined,
): { target: CommentTarget; code: string } => {
  const filePath = file.path;
  const lines =
    range === undefined || model.kind !== 'code' ? undefined : selectedLines(model.diff, range);
  if (lines === undefined)
    return { target: { filePath, side: file.status === 'deleted' ? 'old' : 'new' }, code: '' };
  const { side, lineStart, lineEnd, text } = lines;
  return { target: { filePath, side, lineStart, lineEnd }, code: text };
};

interface GestureOptions {
  readonly startComment: (fileId: string, range: SelectedLineRange) => void;
  readonly clearSelection: () => void;
  /** The mouse has moved to another line. */
  readonly onMove: () => void;
}

/** The part of the library's options that the mouse calls. */
type Gestures = Pick<
  CodeViewOptions<undefined, undefined>,
  'onGutterUtilityClick' | 'onLineSelectionEnd' | 'onLineEnter'
>;

/**
 * What the mouse does in the gutter: the button comments on a line or, dragged, on a range; so do a drag over the
 * line numbers and a click with Shift.
 */
const commentGestures = ({ startComment, clearSelection, onMove }: GestureOptions): Gestures => {
  let isAnswered = false;
  return {
    onGutterUtilityClick: (range, { item }) => {
      isAnswered = true;
      startComment(item.id, range);
    },
    // Ends the drag of the gutter's button too, which has been answered by then.
    onLineSelectionEnd: (range, { item }) => {
      const isRange = range !== null && range.start !== range.end;
      if (isRange && !isAnswered) startComment(item.id, range);
      // While lines are selected, the gutter's button stands at their end and means all of them.
      if (isRange || isAnswered) queueMicrotask(clearSelection);
      isAnswered = false;
    },
    onLineEnter: ({ event }) => {
      // Lines also pass below a mouse that rests.
      if (event.movementX !== 0 || event.movementY !== 0) onMove();
    },
  };
};
