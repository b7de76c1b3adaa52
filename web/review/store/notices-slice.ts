import { randomId } from '../../shell/random-id.ts';

/** A short message that disappears by itself. */
export interface Notice {
  readonly id: string;
  readonly text: string;
  /** The change that it reports, with Undo while that is the latest. */
  readonly changeId?: string;
}

/** The current notice; a newer one replaces it. */
export type NoticesSlice = Notice | undefined;

export type NoticesAction =
  | { readonly type: 'notices/shown'; readonly notice: Notice }
  | { readonly type: 'notices/gone'; readonly id: string };

/** Shows a message. @param changeId the change to offer Undo for */
export const noticeOf = (text: string, changeId?: string): NoticesAction => ({
  type: 'notices/shown',
  notice: { id: randomId(), text, ...(changeId === undefined ? {} : { changeId }) },
});

export const initialNotices: NoticesSlice = undefined;

export const reduceNotices = (slice: NoticesSlice, action: NoticesAction): NoticesSlice => {
  switch (action.type) {
    case 'notices/shown':
      return action.notice;
    case 'notices/gone':
      return slice?.id === action.id ? undefined : slice;
  }
};
