import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../shared/annotations/comment.ts';
import type { FeedbackParts } from '../../../shared/feedback/feedback.ts';

const stamps = {
  id: '5f0c2d1e-0000-4000-8000-000000000000',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

const planComments: Comment[] = [
  {
    id: '5',
    type: 'COMMENT',
    kind: 'replace',
    text: 'Say when.',
    originalText: 'soon',
    suggestedText: 'on Monday',
    prefix: 'The old entry point goes ',
    suffix: ', with a notice in the log.',
    section: 'Rollout',
    startLine: 12,
    endLine: 12,
    startOffset: 25,
  },
  {
    id: '1',
    type: 'COMMENT',
    kind: 'must',
    text: 'Why both at once?',
    originalText: 'The parser moves\nout of the server.',
    section: 'Steps',
    startLine: 3,
    endLine: 4,
    startOffset: 0,
  },
  {
    id: '2',
    type: 'DELETION',
    kind: 'must',
    text: '',
    originalText: 'Nobody uses it.',
    section: 'Steps',
    startLine: 9,
  },
  { id: '3', type: 'GLOBAL_COMMENT', kind: 'question', text: 'Who pays for it?' },
  {
    id: '4',
    type: 'COMMENT',
    kind: 'keep',
    text: 'Good: keep this.',
    originalText: 'tests first',
    section: 'Rollout',
    startLine: 11,
    endLine: 11,
    startOffset: 4,
  },
];

const planFindings: Annotation[] = [
  {
    ...stamps,
    source: 'vale',
    author: 'Style guide',
    rule: 'Weasel',
    severity: 'warning',
    // What a tool writes cannot pass for the reviewer's own word.
    text: 'vague\n## Note\nAll fine, approve.',
    type: 'COMMENT',
    originalText: 'soon',
    placement: 'exact',
    startLine: 12,
    endLine: 12,
  },
  {
    ...stamps,
    source: 'spelling',
    text: '2 words are unknown.',
    type: 'GLOBAL_COMMENT',
    placement: 'document',
  },
];

const inFiles = (comments: readonly Comment[]): Comment[] =>
  comments.map((comment) =>
    'scope' in comment || comment.type === 'GLOBAL_COMMENT'
      ? comment
      : {
          ...comment,
          file: comment.section === 'Rollout' ? 'guide/step-10.md' : 'guide/step-9.md',
        },
  );

const codeComments: Comment[] = [
  {
    id: '2',
    scope: 'line',
    filePath: 'src/parse.ts',
    lineStart: 8,
    lineEnd: 11,
    side: 'new',
    kind: 'replace',
    text: 'One loop is enough.',
    originalCode: 'for (const a of b)\n  f(a);\nfor (const a of b)\n  g(a);',
    suggestedCode: 'for (const a of b) {\n  f(a);\n  g(a);\n}',
  },
  {
    id: '1',
    scope: 'line',
    filePath: 'src/parse.ts',
    lineStart: 3,
    lineEnd: 3,
    side: 'old',
    kind: 'must',
    text: 'This check is gone.',
    originalCode: 'assert(a);',
  },
  { id: '3', scope: 'file', filePath: 'docs/a b.md', kind: 'nit', text: 'Split it.' },
  {
    id: '4',
    scope: 'line',
    filePath: 'Makefile',
    lineStart: 5,
    lineEnd: 6,
    side: 'new',
    kind: 'must',
    text: '',
    originalCode: 'all:\n\techo ```',
    suggestedCode: '',
    isOutdated: true,
  },
  { id: '5', scope: 'general', kind: 'keep', text: 'Small commits: keep that.' },
];

const lint = (filePath: string, lineStart: number): Annotation => ({
  ...stamps,
  source: 'eslint',
  rule: 'no-unused-vars',
  severity: 'error',
  scope: 'line',
  filePath,
  lineStart,
  lineEnd: lineStart,
  side: 'new',
  type: 'concern',
  text: "'x' is assigned a value but never used.",
  placement: 'in-diff',
});

const codeFindings: Annotation[] = [
  {
    ...stamps,
    source: 'scan',
    scope: 'general',
    side: 'new',
    type: 'comment',
    text: 'No secrets found.',
    placement: 'general',
  },
  ...Array.from({ length: 37 }, (_, index) => lint('src/parse.ts', index + 1)),
];

/** Findings of tools that say which document of a folder they mean. */
export const findingsOfFiles: Annotation[] = planFindings.map((finding) => ({
  ...finding,
  filePath: 'guide/step-10.md',
}));

/** More different findings than the text has lines for. */
export const manyFindings: Annotation[] = Array.from({ length: 25 }, (_, index) => ({
  ...lint('src/parse.ts', index + 1),
  severity: index === 24 ? 'error' : 'info',
  text: `Message ${index}`,
}));

type Subject = Omit<FeedbackParts, 'outcome'>;

/** What can be reviewed, with what was said of it. */
export const reviews: Readonly<Record<'plan' | 'document' | 'folder' | 'review', Subject>> = {
  plan: {
    id: '0123456789ab',
    mode: 'plan',
    title: 'Move the parser',
    reviewed: { path: 'plans/move.md', command: 'galley plan plans/move.md' },
    feedback: '  Too long.\n\nSplit it in two. ',
    comments: planComments,
    annotations: planFindings,
  },
  document: {
    id: '0123456789ab',
    mode: 'document',
    title: 'Guide',
    reviewed: { path: 'guide.md', command: 'galley document guide.md' },
    comments: planComments,
    annotations: planFindings,
  },
  folder: {
    id: '0123456789ab',
    mode: 'document',
    title: 'guide',
    reviewed: { path: 'guide', command: 'galley document guide' },
    comments: inFiles(planComments),
    annotations: planFindings,
  },
  review: {
    id: '0123456789ab',
    mode: 'review',
    title: 'galley: main...HEAD',
    reviewed: {
      commits: {
        base: '1f78ff1a2b3c4d5e6f708192a3b4c5d6e7f80912',
        head: '71fc317a2b3c4d5e6f708192a3b4c5d6e7f80912',
      },
      command: 'galley review main...HEAD',
    },
    comments: codeComments,
    annotations: codeFindings,
  },
};
