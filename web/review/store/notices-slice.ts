import { randomId } from '../../shell/random-id.ts';

/** A short message that goes by itself. */
export interface Notice {
  readonly id: string;
  readonly text: string;
  /** The change that it tells of; it can be taken back from the notice as long as it is the latest. */
  readonly changeId?: string;
}

/** The one that is shown; a newer one takes its place. */
export type NoticesSlice = Notice | undefined;

export type NoticesAction =
  | { readonly type: 'notices/shown'; readonly notice: Notice }
  | { readonly type: 'notices/gone'; readonly id: string };

/** Shows a text; `changeId` is the change that can be taken back from it. */
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
