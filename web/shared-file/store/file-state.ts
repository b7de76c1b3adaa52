import type { CommentKind } from '../../../shared/annotations/comment-kinds.ts';
import type { ColleagueQuote, WrittenComment } from '../../../shared/sharing/colleague-comment.ts';
import type {
  SharedColleagueComment,
  SharedPlace,
  SharedReview,
} from '../../../shared/sharing/shared-review.ts';

/** A colleague's comment that was not deleted, with its place. */
export type ShownComment = WrittenComment & Pick<SharedColleagueComment, 'place'>;

/** What the file shows and what was written in it. */
export interface FileState {
  readonly review: SharedReview;
  /** Who writes; undefined until they have said so, since files are passed on. */
  readonly author: string | undefined;
  /** Whether something was written since the file was opened or downloaded. */
  readonly isChanged: boolean;
}

/** What a comment is about. */
export interface Target {
  readonly place: SharedPlace;
  readonly quote: ColleagueQuote;
  readonly file: string | undefined;
}

/** What the form of a comment says. */
export interface Written {
  readonly kind: CommentKind;
  readonly text: string;
}

/** An id and a time, which nothing here makes up by itself. */
export interface Stamp {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly now: string;
}

export const opened = (review: SharedReview): FileState => ({
  review,
  author: undefined,
  isChanged: false,
});

export const named = (state: FileState, author: string): FileState => ({
  ...state,
  author,
  review: { ...state.review, lastAuthor: author },
});

export const downloaded = (state: FileState): FileState => ({ ...state, isChanged: false });

/** Adds a comment by the author, who must have given their name. */
export const added = (
  state: FileState,
  { kind, text }: Written,
  { target, stamp }: { readonly target: Target | undefined; readonly stamp: Stamp },
): FileState => {
  const { author = '' } = state;
  const about =
    target === undefined
      ? {}
      : {
          quote: target.quote,
          place: target.place,
          ...(target.file === undefined ? {} : { file: target.file }),
        };
  return withColleagues(state, [
    ...state.review.colleagues,
    { id: stamp.id, author, changedAt: stamp.now, kind, text, ...about },
  ]);
};

export const edited = (state: FileState, { kind, text }: Written, { id, now }: Stamp): FileState =>
  withColleagues(
    state,
    state.review.colleagues.map((one) =>
      one.id === id && !('isDeleted' in one)
        ? { ...one, kind, text, changedAt: later(one.changedAt, now) }
        : one,
    ),
  );

/** Its id stays in the file, so that it is also removed where it was imported before. */
export const deleted = (state: FileState, { id, now }: Stamp): FileState =>
  withColleagues(
    state,
    state.review.colleagues.map((one) =>
      one.id === id
        ? { id, author: one.author, changedAt: later(one.changedAt, now), isDeleted: true }
        : one,
    ),
  );

/** The comments of colleagues that are shown. */
export const shownComments = ({ review }: FileState): ShownComment[] =>
  review.colleagues.filter((one): one is ShownComment => !('isDeleted' in one));

/** Only own comments can be changed. */
export const isOwn = ({ author }: FileState, comment: ShownComment): boolean =>
  author !== undefined && comment.author === author;

const withColleagues = (
  state: FileState,
  colleagues: readonly SharedColleagueComment[],
): FileState => ({ ...state, isChanged: true, review: { ...state.review, colleagues } });

/** The time now, even if the clock of whoever wrote before was ahead. */
const later = (before: string, now: string): string =>
  now > before ? now : new Date(Date.parse(before) + 1).toISOString();
