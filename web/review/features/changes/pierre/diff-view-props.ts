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
  /** What the server has coloured of the code that is shown first. */
  readonly loadColours: () => Promise<DiffColours | undefined>;
  readonly loadPatch: (fileId: string, signal: AbortSignal) => Promise<string>;
  /** Lines of the new side of a file. @throws Error with a sentence */
  readonly loadLines: (
    fileId: string,
    range: { readonly from: number; readonly to: number },
    signal: AbortSignal,
  ) => Promise<LinesAnswer>;
  /** Something that was asked for cannot be had: why, as a sentence. */
  readonly onTrouble: (sentence: string) => void;
  readonly layout: 'split' | 'unified';
  readonly wrapLines: boolean;
  readonly theme: 'light' | 'dark';
  /** Whether nothing can be commented on. */
  readonly isReadOnly: boolean;
  /** Whether more than the patch can be had of files: the lines around changes, and images. */
  readonly hasContext: boolean;
  readonly hasSides: boolean;
  /** All of the session; the view shows those that are placed in the diff. */
  readonly findings: readonly ReviewAnnotation[];
  readonly comments: readonly ReviewComment[];
  readonly editors: readonly OpenEditor[];
  /** Lines that something is being written on: they stand out. */
  readonly marked: readonly CommentTarget[];
  readonly onStartComment: (target: CommentTarget, originalCode: string) => void;
  /** The same on paper, where nothing can be pressed. */
  readonly printed: ThreadContent;
  /** Ids of the files that the reviewer has viewed; they are collapsed. */
  readonly viewed: ReadonlySet<string>;
  readonly onViewed: (fileId: string, isViewed: boolean) => void;
  /** The file that is at the top of what is being read. */
  readonly onCurrentFile: (fileId: string) => void;
}

/** What commands of the page do with the diff. */
export interface DiffViewHandle {
  readonly scrollToFile: (fileId: string) => void;
  /** To a line, or the first of several; where an annotation on it is named, to that. */
  readonly scrollToLine: (place: {
    filePath: string;
    side: ReviewSide;
    line: number;
    lineEnd?: number;
    annotationId?: string;
  }) => void;
  /** The index of the first of some lines, in the order of the diff, that is not above what is being read. */
  readonly firstFromHere: (
    lines: readonly { readonly fileId: string; readonly side: ReviewSide; readonly line: number }[],
  ) => number;
  readonly goToFile: (step: 1 | -1) => void;
  readonly goToChange: (step: 1 | -1) => void;
  /** Asks for a comment on the selected lines; on the file that is read where none are. */
  readonly comment: () => void;
  /** Ticks the file that is read, or takes that back; with `andNext` it ticks it and goes to the next one without. */
  readonly markViewed: (andNext: boolean) => void;
  /** Shows the whole file that is read, or its changes alone. */
  readonly toggleWhole: () => void;
  /** Has all patches loaded that a printout shows; resolves after a while even where some have not come. */
  readonly loadAll: () => Promise<void>;
}

/** What can be done with a file in its header and in the rows of its code. */
export interface FileActions {
  readonly setCollapsed: (fileId: string, isCollapsed: boolean) => void;
  readonly setFold: (fileId: string, threadKey: string, isOpen: boolean) => void;
  /** Shows the whole file, or its changes alone. */
  readonly setWhole: (fileId: string, isWhole: boolean) => void;
  /** Shows more below the last change. */
  readonly expandBelow: (fileId: string) => void;
  readonly setViewed: (fileId: string, isViewed: boolean) => void;
  /** Shows a giant file. */
  readonly show: (fileId: string) => void;
  readonly comment: (fileId: string) => void;
  readonly retry: (fileId: string) => void;
}
