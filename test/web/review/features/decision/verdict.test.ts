import { describe, expect, it } from 'vitest';
import type { Comment } from '../../../../../shared/annotations/comment.ts';
import type { CommentKind } from '../../../../../shared/annotations/comment-kinds.ts';
import { newEditor } from '../../../../../web/review/store/comments/new-comment.ts';
import {
  outcomeOf,
  routeOf,
  verdictNow,
} from '../../../../../web/review/features/decision/verdict.ts';
import { stateOf } from '../../../../helpers/session-info.ts';
import { initialState, reduce, type Action } from '../../../../../web/review/store/state.ts';

const comment = (kind: CommentKind, type: 'GLOBAL_COMMENT' | 'DELETION' = 'GLOBAL_COMMENT') =>
  ({ id: `${kind} ${type}`, type, kind, text: 'Words.' }) satisfies Comment;

const verdictOf = (comments: readonly Comment[], ...actions: Action[]) =>
  verdictNow(
    [{ type: 'comments/replaced', comments } as const, ...actions].reduce(reduce, initialState),
  );

describe('the verdict', () => {
  it.each<{ name: string; comments: Comment[]; expected: string }>([
    { name: 'nothing', comments: [], expected: 'approve' },
    {
      name: 'questions, nits and praise',
      comments: [comment('question'), comment('nit'), comment('keep')],
      expected: 'approve',
    },
    { name: 'a must', comments: [comment('keep'), comment('must')], expected: 'reject' },
    { name: 'a replacement', comments: [comment('replace')], expected: 'reject' },
    { name: 'a deletion', comments: [comment('must', 'DELETION')], expected: 'reject' },
  ])('that $name suggests is $expected', ({ comments, expected }) => {
    expect(verdictOf(comments)).toBe(expected);
  });

  it('follows the comments being written', () => {
    const editor = { ...newEditor({ kind: 'whole' }, 'e'), text: 'Not yet saved.' };
    expect(verdictOf([], { type: 'editors/opened', editor })).toBe('reject');
    expect(verdictOf([], { type: 'editors/opened', editor: { ...editor, kind: 'nit' } })).toBe(
      'approve',
    );
  });

  it('stays once it was chosen by hand', () => {
    expect(verdictOf([comment('must')], { type: 'decision/chosen', verdict: 'approve' })).toBe(
      'approve',
    );
    expect(verdictOf([], { type: 'decision/chosen', verdict: 'reject' })).toBe('reject');
  });

  it.each([
    { can: 'deny', approve: ['approve', 'approved'], reject: ['deny', 'denied'] },
    { can: 'feedback', approve: ['feedback', 'approved'], reject: ['feedback', 'feedback'] },
  ])('is limited to what the session offers: $can', ({ can, approve, reject }) => {
    const ways = stateOf(can === 'deny' ? 'plan' : 'document');
    expect([routeOf(ways, 'approve'), outcomeOf(ways, 'approve')]).toEqual(approve);
    expect([routeOf(ways, 'reject'), outcomeOf(ways, 'reject')]).toEqual(reject);
  });
});
