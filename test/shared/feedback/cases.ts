import type { FeedbackParts } from '../../../shared/feedback/feedback.ts';
import { findingsOfFiles, manyFindings, reviews } from './reviews.ts';

const { plan, review } = reviews;
const nothing = { comments: [], annotations: [] } as const;
const { feedback: _, ...plainPlan } = plan;
const worktree = { commits: { base: review.reviewed?.commits?.base ?? '', head: 'worktree' } };

/** Each mode and outcome, with nothing said and with all that can be said. A decision that nobody made has no comments. */
const everyOutcome = Object.entries(reviews).flatMap(([name, said]) => {
  const { feedback: __, ...bare } = { ...said, ...nothing };
  const { feedback: ___, ...unsaid } = { ...said, comments: [] };
  const asked = said.mode === 'plan' ? 'denied' : 'feedback';
  return [
    [`${name}-approved`, { ...bare, outcome: 'approved' }],
    [`${name}-approved-full`, { ...said, outcome: 'approved' }],
    [`${name}-${asked}`, { ...bare, outcome: asked }],
    [`${name}-${asked}-full`, { ...said, outcome: asked }],
    [`${name}-closed`, { ...bare, outcome: 'closed', reason: 'The reviewer closed it.' }],
    [`${name}-closed-full`, { ...unsaid, outcome: 'closed', reason: 'The reviewer closed it.' }],
    [`${name}-undecided`, { ...bare, outcome: 'undecided', reason: 'It ran out of memory.' }],
  ] satisfies [string, FeedbackParts][];
});

const others: readonly (readonly [string, FeedbackParts])[] = [
  ['plan-of-a-hook', { ...plainPlan, outcome: 'denied', reviewed: { isHook: true } }],
  ['review-of-a-hook', { ...review, outcome: 'feedback', reviewed: { ...worktree, isHook: true } }],
  ['plan-denied-again', { ...plan, outcome: 'denied', reviewed: { ...plan.reviewed, round: 2 } }],
  ['plan-approved-again', { ...plan, ...nothing, outcome: 'approved', reviewed: { round: 3 } }],
  [
    'review-closed-again',
    { ...review, ...nothing, outcome: 'closed', reason: 'Enough.', reviewed: { round: 2 } },
  ],
  ['plan-denied-once', { ...plainPlan, ...nothing, outcome: 'denied', reviewed: { round: 1 } }],
  [
    'folder-with-findings-of-files',
    {
      ...reviews.folder,
      outcome: 'feedback',
      annotations: findingsOfFiles,
      comments: [
        {
          id: '1',
          type: 'GLOBAL_COMMENT',
          kind: 'must',
          text: 'All of it.',
          file: 'guide/step-9.md',
        },
      ],
    },
  ],
  ...(['approved', 'denied'] as const).map(
    (outcome) =>
      [
        `plan-edited-${outcome}`,
        {
          ...plainPlan,
          ...nothing,
          outcome,
          edits: [
            { path: 'plan.md', isSaved: true, diff: '--- a/plan.md\n+++ b/plan.md\n' },
            { path: 'plan.md', isSaved: false, diff: '@@ -1,1 +1,1 @@\n-```\n+~~~\n' },
          ],
        },
      ] as const,
  ),
  [
    'review-with-staging',
    {
      ...review,
      ...nothing,
      outcome: 'approved',
      reviewed: worktree,
      staging: [
        { action: 'stage', path: 'a `b`.ts', id: '0'.repeat(32) },
        {
          action: 'discard',
          path: 'c.ts',
          lines: [
            { side: 'old', first: 2, last: 2 },
            { side: 'new', first: 3, last: 5 },
          ],
        },
        { action: 'unstage', path: 'd.ts', refusal: 'It is <b>.' },
      ],
    },
  ],
  ['document-of-no-known-place', { ...reviews.document, outcome: 'feedback', reviewed: {} }],
  [
    'review-with-nothing-to-change',
    {
      ...review,
      outcome: 'feedback',
      annotations: [],
      comments: review.comments.filter(({ kind }) => kind === 'keep' || kind === 'nit'),
    },
  ],
  [
    'review-with-many-findings',
    { ...review, ...nothing, outcome: 'approved', annotations: manyFindings },
  ],
  ['review-without-its-findings', { ...review, outcome: 'feedback', withFindings: false }],
];

/** What the agent reads in each case, by the name of its golden file. */
export const cases: readonly (readonly [string, FeedbackParts])[] = [...everyOutcome, ...others];
