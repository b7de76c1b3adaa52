import type { Outcome } from '../session/decision.ts';
import type { Mode } from '../session/mode.ts';
import type { Commits, Reviewed } from '../session/reviewed.ts';
import { countsInWords } from './counts.ts';
import type { FeedbackParts } from './feedback.ts';
import { pathSpan } from './path-span.ts';
import { inlineWords } from './quotation.ts';

const verdicts: Readonly<Record<Outcome, string>> = {
  approved: 'Approved',
  denied: 'Denied',
  feedback: 'Feedback',
  closed: 'Closed without a decision',
  undecided: 'Lost without a decision',
};

/** What each mode reviews. */
export const subjects: Readonly<Record<Mode, string>> = {
  plan: 'plan',
  document: 'document',
  review: 'code change',
};

const idLength = 12;

/** The first line: the verdict, what was reviewed, which round it was, and how much there is to do. */
export const headline = (parts: FeedbackParts): string => {
  const { mode, outcome, title, reason, reviewed, comments } = parts;
  const about = aboutOf(parts);
  const subject = `the ${subjects[mode]} "${inlineWords(title)}"${about === '' ? '' : ` (${about})`}`;
  const counts = countsInWords(comments, outcome === 'approved');
  return [
    `${verdicts[outcome]}: ${subject}${roundInWords(reviewed)}.`,
    ...(reason === undefined ? [] : [reason]),
    ...(counts === '' ? [] : [`${counts}.`]),
  ].join(' ');
};

/** Empty for the first round. */
const roundInWords = ({ round = 1 }: Reviewed = {}): string =>
  round === 1 ? '' : `, round ${round}`;

const aboutOf = ({ mode, reviewed = {}, comments, annotations }: FeedbackParts): string => {
  const { path, commits } = reviewed;
  const hasLines = mode === 'review' && comments.length + annotations.length > 0;
  return [
    ...(commits === undefined ? [] : [commitsInWords(commits)]),
    ...(commits !== undefined || path === undefined ? [] : [pathSpan(path)]),
    ...(hasLines ? ['line numbers refer to the new side'] : []),
  ].join('; ');
};

const commitsInWords = ({ base, head }: Commits): string => {
  const from = base.slice(0, idLength);
  return head === 'worktree'
    ? `uncommitted changes on ${from}`
    : `${from}..${head.slice(0, idLength)}`;
};
