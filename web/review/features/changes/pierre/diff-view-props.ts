import type { ReviewComment } from '../../../../../shared/annotations/comment.ts';
import type {
  ReviewAnnotation,
  ReviewSide,
} from '../../../../../shared/annotations/review-annotation.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { DiffColours } from '../../../../../shared/session/diff-colours.ts';
import type { LinesAnswer } from '../../../../../shared/session/side-lines.ts';
import type { CommentTarget } from '../../../../../shared/session/editor.ts';
import type { OpenEditor, ThreadContent } from '../threads/thread-content.ts';

export interface DiffViewProps extends ThreadContent {
  readonly files: readonly ChangedFile[];
  /** Loads the server's highlighting of the first files. */
  readonly loadColours: () => Promise<DiffColours | undefined>;
  readonly loadPatch: (fileId: string, signal: AbortSignal) => Promise<string>;
  /** Loads lines of the new side. @throws Error with a sentence for the user */
  readonly loadLines: (
    fileId: string,
    range: { readonly from: number; readonly to: number },
    signal: AbortSignal,
  ) => Promise<LinesAnswer>;
  /** Reports a failed request of the user, as a sentence. */
  readonly onTrouble: (sentence: string) => void;
  readonly layout: 'split' | 'unified';
  readonly wrapLines: boolean;
  readonly theme: 'light' | 'dark';
  /** Whether comments are disabled. */
  readonly isReadOnly: boolean;
  /** Whether lines around changes can be loaded (and, for `hasSides`, images). */
  readonly hasContext: boolean;
  readonly hasSides: boolean;
  /** All annotations of the session; the view shows those that are placed in the diff. */
  readonly findings: readonly ReviewAnnotation[];
  readonly comments: readonly ReviewComment[];
  readonly editors: readonly OpenEditor[];
  /** Lines with an open editor, to highlight. */
  readonly marked: readonly CommentTarget[];
  readonly onStartComment: (target: CommentTarget, originalCode: string) => void;
  /** The same without controls, for printing. */
  readonly printed: ThreadContent;
  /** Ids of viewed files, which are collapsed. */
  readonly viewed: ReadonlySet<string>;
  readonly onViewed: (fileId: string, isViewed: boolean) => void;
  /** Reports the file at the top of the viewport. */
  readonly onCurrentFile: (fileId: string) => void;
}

/** What the page's commands can do with the diff. */
export interface DiffViewHandle {
  readonly scrollToFile: (fileId: string) => void;
  /** Scrolls to a line or range, or to an annotation on it. */
  readonly scrollToLine: (place: {
    filePath: string;
    side: ReviewSide;
    line: number;
    lineEnd?: number;
    annotationId?: string;
  }) => void;
  /** Of lines in diff order, the index of the first that is not above the reading position. */
  readonly firstFromHere: (
    lines: readonly { readonly fileId: string; readonly side: ReviewSide; readonly line: number }[],
  ) => number;
  readonly goToFile: (step: 1 | -1) => void;
  readonly goToChange: (step: 1 | -1) => void;
  /** Starts a comment on the selected lines, or on the current file. */
  readonly comment: () => void;
  /** Toggles whether the current file is viewed; with `andNext`, marks it and goes to the next one that is not. */
  readonly markViewed: (andNext: boolean) => void;
  /** Shows the whole current file or only its changes. */
  readonly toggleWhole: () => void;
  /** Loads all patches for printing; resolves after a timeout even if some are missing. */
  readonly loadAll: () => Promise<void>;
}

/** Actions of a file's header and rows. */
export interface FileActions {
  readonly setCollapsed: (fileId: string, isCollapsed: boolean) => void;
  readonly setFold: (fileId: string, threadKey: string, isOpen: boolean) => void;
  /** Shows the whole file or only its changes. */
  readonly setWhole: (fileId: string, isWhole: boolean) => void;
  /** Shows more lines below the last hunk. */
  readonly expandBelow: (fileId: string) => void;
  readonly setViewed: (fileId: string, isViewed: boolean) => void;
  /** Shows a file that was deferred because of its size. */
  readonly show: (fileId: string) => void;
  readonly comment: (fileId: string) => void;
  readonly retry: (fileId: string) => void;
}
