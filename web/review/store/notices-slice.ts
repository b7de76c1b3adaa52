import { randomId } from '../../shell/random-id.ts';

/** A short message that disappears by itself. */
export interface Notice {
  readonly id: string;
  readonly text: string;
  /** The change that it reports, with Undo while that is the latest. */
  readonly changeId?: string;
  /** Undoes what it reports on the server. */
  readonly undo?: () => void;
}

/** The current notice; a newer one replaces it. */
export type NoticesSlice = Notice | undefined;

export type NoticesAction =
  | { readonly type: 'notices/shown'; readonly notice: Notice }
  | { readonly type: 'notices/gone'; readonly id: string };

/** Shows a message, with Undo for the change that it reports. */
export const noticeOf = (
  text: string,
  undo: Pick<Notice, 'changeId' | 'undo'> = {},
): NoticesAction => ({ type: 'notices/shown', notice: { id: randomId(), text, ...undo } });

export const initialNotices: NoticesSlice = undefined;

export const reduceNotices = (slice: NoticesSlice, action: NoticesAction): NoticesSlice => {
  switch (action.type) {
    case 'notices/shown':
      return action.notice;
    case 'notices/gone':
      return slice?.id === action.id ? undefined : slice;
  }
};
