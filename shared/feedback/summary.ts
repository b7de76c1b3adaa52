import type { Outcome } from '../session/decision.ts';
import type { Mode } from '../session/mode.ts';
import type { Commits, Reviewed } from '../session/reviewed.ts';
import { countsInWords, countKinds } from './counts.ts';
import { hasUnsavedEdit } from './edits.ts';
import type { FeedbackParts } from './feedback.ts';
import { repliesHeading } from './replies.ts';
import { inlineWords, pathSpan } from './quotation.ts';

const verdicts: Readonly<Record<Outcome, string>> = {
  approved: 'Approved',
  denied: 'Denied',
  feedback: 'Feedback',
  closed: 'Closed without a decision',
  undecided: 'Lost without a decision',
};

/** What each mode reviews. */
const subjects: Readonly<Record<Mode, string>> = {
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

const commitsInWords = ({ repository, ...commits }: Commits): string => {
  const words = sidesInWords(commits);
  return repository === undefined ? words : `${words} in ${pathSpan(repository)}`;
};

const sidesInWords = ({ base, head, since }: Commits): string => {
  const from = base.slice(0, idLength);
  if (since !== undefined) return `changes since ${inlineWords(since)} (${from})`;
  if (base === 'index') return 'unstaged changes';
  if (head === 'index') return `staged changes on ${from}`;
  return head === 'worktree'
    ? `uncommitted changes on ${from}`
    : `${from}..${head.slice(0, idLength)}`;
};

/** What the agent should do now, in one or two sentences. @param hasNote whether there is overall feedback, or an edit */
export const nextStep = (parts: FeedbackParts, hasNote: boolean): string => {
  const { mode, outcome, comments } = parts;
  switch (outcome) {
    case 'approved': {
      if (mode === 'plan' && hasUnsavedEdit(parts))
        return 'Go on with the plan as the reviewer has edited it below.';
      const goOn = mode === 'plan' ? 'Go on with the plan.' : 'Go on.';
      const isAlone = comments.length === 0 && !hasNote;
      return isAlone ? goOn : `${goOn} What the reviewer wrote below does not block you.`;
    }
    case 'denied':
      return `Do not start. ${workOn(parts, hasNote)}`;
    case 'feedback':
      return workOn(parts, hasNote);
    case 'closed':
    case 'undecided':
      return 'This is not an approval: stop and ask the person how to continue.';
  }
};

const workOn = (parts: FeedbackParts, hasNote: boolean): string => {
  const { mode, comments, reviewed = {} } = parts;
  const ask = presentAgain(mode, reviewed);
  if (comments.length === 0 && !hasNote)
    return `The reviewer wrote no comment: ask the person what to change, then ${ask}.`;
  const tests = mode === 'review' ? ', run the tests' : '';
  if (comments.length === 0)
    return `Do what the reviewer asks below${tests}, then ${ask}. Say what changed, or why nothing did.`;
  const { must, replace } = countKinds(comments);
  const work =
    must + replace === 0 && !hasNote
      ? 'Nothing has to change: answer what is asked and weigh the rest'
      : 'Address every item below';
  return `${work}${tests}, then ${ask}. Say for each item what changed, or why nothing did${where(parts)}.`;
};

/** Where the reviewer finds the answers beside the items. */
const where = ({ mode, reviewed = {} }: FeedbackParts): string => {
  if (mode === 'plan')
    return `, in a section "${repliesHeading}" at the end of the plan: a list with the numbers of the items`;
  const canGiveFile = mode === 'document' && reviewed.command !== undefined;
  return canGiveFile ? ', in a list with the numbers of the items, given as `--replies FILE`' : '';
};

const presentAgain = (mode: Mode, { command, isHook = false }: Reviewed): string => {
  const ask = mode === 'plan' ? 'present the plan again' : 'ask for another review';
  if (isHook)
    return mode === 'plan' ? ask : 'finish your turn again, which asks for another review';
  return command === undefined ? ask : `${ask} with ${pathSpan(command)}`;
};
