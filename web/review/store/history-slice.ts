import type { Comment } from '../../../shared/annotations/comment.ts';
import type { Editor } from './editors-slice.ts';

/** A reversible step. */
export type Step =
  | {
      readonly kind: 'comment';
      /** Undefined if the comment was added. */
      readonly before: Comment | undefined;
      /** Undefined if it was removed. */
      readonly after: Comment | undefined;
      readonly index: number;
    }
  /** Comments from accepted findings. */
  | {
      readonly kind: 'acceptance';
      readonly comments: readonly Comment[];
      readonly index: number;
      readonly isAccepted: boolean;
    }
  /** An editor that was closed with text in it, or reopened. */
  | { readonly kind: 'editor'; readonly editor: Editor; readonly isOpen: boolean }
  | { readonly kind: 'dismissal'; readonly ids: readonly string[]; readonly isDismissed: boolean };

/** Steps that are undone and redone together. */
export interface Change {
  readonly id: string;
  readonly steps: readonly Step[];
}

/** Undo and redo stacks, latest last. Not persisted. */
export interface HistorySlice {
  readonly past: readonly Change[];
  readonly future: readonly Change[];
}

export type HistoryAction =
  | { readonly type: 'history/recorded'; readonly change: Change }
  /** With the change to redo. */
  | { readonly type: 'history/undone'; readonly change: Change }
  | { readonly type: 'history/redone'; readonly change: Change };

export const historyLength = 200;

export const initialHistory: HistorySlice = { past: [], future: [] };

export const reduceHistory = (slice: HistorySlice, action: HistoryAction): HistorySlice => {
  const { past, future } = slice;
  switch (action.type) {
    case 'history/recorded':
      return { past: [...past, action.change].slice(-historyLength), future: [] };
    case 'history/undone':
      return { past: past.slice(0, -1), future: [...future, action.change] };
    case 'history/redone':
      return { past: [...past, action.change], future: future.slice(0, -1) };
  }
};

export const reversed = ({ id, steps }: Change): Change => ({
  id,
  steps: steps.map(reversedStep).toReversed(),
});

const reversedStep = (step: Step): Step => {
  switch (step.kind) {
    case 'comment':
      return { ...step, before: step.after, after: step.before };
    case 'editor':
      return { ...step, isOpen: !step.isOpen };
    case 'acceptance':
      return { ...step, isAccepted: !step.isAccepted };
    case 'dismissal':
      return { ...step, isDismissed: !step.isDismissed };
  }
};
