import type { Comment } from '../../../shared/annotations/comment.ts';
import type { Editor } from './editors-slice.ts';

/** A part of what the reviewer did, both ways round. */
export type Step =
  | {
      readonly kind: 'comment';
      /** Undefined where the comment was added. */
      readonly before: Comment | undefined;
      /** Undefined where it was removed. */
      readonly after: Comment | undefined;
      /** Where it stands, or stood, among the comments. */
      readonly index: number;
    }
  /** Comments that findings became. */
  | {
      readonly kind: 'acceptance';
      readonly comments: readonly Comment[];
      readonly index: number;
      readonly isAccepted: boolean;
    }
  /** An editor that was closed with words in it, or opened again with them. */
  | { readonly kind: 'editor'; readonly editor: Editor; readonly isOpen: boolean }
  | { readonly kind: 'dismissal'; readonly ids: readonly string[]; readonly isDismissed: boolean };

/** Something that the reviewer did and can take back as a whole. */
export interface Change {
  readonly id: string;
  readonly steps: readonly Step[];
}

/** What can be undone and done again, the latest last. It lives as long as the page. */
export interface HistorySlice {
  readonly past: readonly Change[];
  readonly future: readonly Change[];
}

export type HistoryAction =
  | { readonly type: 'history/recorded'; readonly change: Change }
  /** With the change as it is to be done again. */
  | { readonly type: 'history/undone'; readonly change: Change }
  | { readonly type: 'history/redone'; readonly change: Change };

/** How many changes are remembered. */
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

/** The same change the other way round. */
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
