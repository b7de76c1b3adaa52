import type { CodeViewLineSelection, SelectedLineRange, CodeViewOptions } from '@pierre/diffs';
import type { CommentTarget } from '../../../../../shared/session/editor.ts';
import { startComment } from '../../../store/comments/comment-actions.ts';
import type { Page } from '../../../ui/page.ts';
import { librarySide, selectedLines } from './diff-rows.ts';
import type { FileState } from './file-state.ts';
import type { ReadingPosition } from './reading-position.ts';
import { SelectedText } from './selected-text.ts';
import type { SteadyCodeView } from './steady-code-view.ts';

/** The parts of the viewer that this needs; the viewer itself is still under construction. */
interface Viewer {
  readonly codeView: SteadyCodeView;
  readonly position: ReadingPosition;
  readonly state: (fileId: string) => FileState | undefined;
  readonly setCollapsed: (fileId: string, isCollapsed: boolean) => void;
}

interface LineSelectionOptions {
  /** The scroller. */
  readonly root: HTMLElement;
  readonly viewer: Viewer;
  readonly rendered: () => readonly { readonly id: string; readonly element: HTMLElement }[];
  readonly page: Page;
}

/** Selects lines and starts comments on them. */
export class LineSelection {
  readonly #viewer: Viewer;
  readonly #page: Page;
  readonly #text: SelectedText;
  /** The current selection if it was not made with the mouse. */
  #highlight: CodeViewLineSelection | undefined;

  constructor({ root, viewer, rendered, page }: LineSelectionOptions) {
    this.#viewer = viewer;
    this.#page = page;
    this.#text = new SelectedText({ root, rendered });
  }

  dispose(): void {
    this.#text.dispose();
  }

  /** Mouse handlers for the gutter. */
  readonly gestures: Gestures = commentGestures({
    startComment: (fileId, range) => this.startComment(fileId, range),
    clearSelection: () => this.clear(),
    onMove: () => {
      if (this.#viewer.codeView.getSelectedLines() === this.#highlight) this.clear();
    },
  });

  get selected(): CodeViewLineSelection | null {
    return this.#text.lines ?? this.#viewer.codeView.getSelectedLines();
  }

  /** Returns the lines of the text selection or, without one, the selected lines; clears the text selection. */
  take(): CodeViewLineSelection | null {
    const { selected } = this;
    this.#text.clear();
    return selected;
  }

  /** Selects lines programmatically. Moving the mouse clears that, since the gutter's button stays at a selection. */
  highlight(fileId: string, range: SelectedLineRange): void {
    this.#text.clear();
    this.#highlight = { id: fileId, range };
    this.#viewer.codeView.setSelectedLines(this.#highlight, { notify: false });
  }

  clear(): void {
    this.#viewer.codeView.clearSelectedLines({ notify: false });
  }

  /** Starts a comment on a selection, or on the file. */
  startComment(fileId: string, range?: SelectedLineRange): void {
    const state = this.#viewer.state(fileId);
    if (state === undefined) return;
    // A collapsed file shows only its header, and the editor is below it.
    if (state.isCollapsed) this.#viewer.setCollapsed(fileId, false);
    const { target, originalCode } = commentTarget(state, range);
    startComment(this.#page, { kind: 'lines', target, originalCode });
    this.#showPlace(fileId, target);
  }

  /** Scrolls the new editor into view. */
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
 * The target of a comment and its code; the whole file if nothing is selected or line numbers are not those of the
 * file.
 */
const commentTarget = (
  { file, model }: FileState,
  range: SelectedLineRange | undefined,
): { target: CommentTarget; originalCode: string } => {
  const filePath = file.path;
  const lines =
    range === undefined || model.kind !== 'code' ? undefined : selectedLines(model.diff, range);
  if (lines === undefined)
    return {
      target: { filePath, side: file.status === 'deleted' ? 'old' : 'new' },
      originalCode: '',
    };
  const { side, lineStart, lineEnd, text } = lines;
  return { target: { filePath, side, lineStart, lineEnd }, originalCode: text };
};

interface GestureOptions {
  readonly startComment: (fileId: string, range: SelectedLineRange) => void;
  readonly clearSelection: () => void;
  /** The mouse moved to another line. */
  readonly onMove: () => void;
}

/** Mouse callbacks of the library's options. */
type Gestures = Pick<
  CodeViewOptions<undefined, undefined>,
  'onGutterUtilityClick' | 'onLineSelectionEnd' | 'onLineEnter'
>;

/**
 * Gutter gestures: the button comments on a line, or on a range if dragged, as do dragging over line numbers and
 * Shift+click.
 */
const commentGestures = ({ startComment, clearSelection, onMove }: GestureOptions): Gestures => {
  let isAnswered = false;
  return {
    onGutterUtilityClick: (range, { item }) => {
      isAnswered = true;
      startComment(item.id, range);
    },
    // Also fires after a drag of the gutter's button, which was handled already.
    onLineSelectionEnd: (range, { item }) => {
      const isRange = range !== null && range.start !== range.end;
      if (isRange && !isAnswered) startComment(item.id, range);
      // The gutter's button stays at the end of a selection and applies to all of it.
      if (isRange || isAnswered) queueMicrotask(clearSelection);
      isAnswered = false;
    },
    onLineEnter: ({ event }) => {
      // Also fires when lines scroll below a resting mouse.
      if (event.movementX !== 0 || event.movementY !== 0) onMove();
    },
  };
};
