import type { Mode } from '../session/mode.ts';
import type { Reviewed } from '../session/reviewed.ts';
import { countKinds } from './counts.ts';
import type { FeedbackParts } from './feedback.ts';
import { pathSpan } from './path-span.ts';

/** What the agent should do now, in one or two sentences. @param hasNote whether there is overall feedback */
export const nextStep = (parts: FeedbackParts, hasNote: boolean): string => {
  const { mode, outcome, comments } = parts;
  switch (outcome) {
    case 'approved': {
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

const workOn = ({ mode, comments, reviewed = {} }: FeedbackParts, hasNote: boolean): string => {
  const ask = presentAgain(mode, reviewed);
  if (comments.length === 0 && !hasNote)
    return `The reviewer wrote no comment: ask the person what to change, then ${ask}.`;
  const { must, replace } = countKinds(comments);
  const work =
    must + replace === 0 && !hasNote
      ? 'Nothing has to change: answer what is asked and weigh the rest'
      : 'Address every item below';
  const tests = mode === 'review' ? ', run the tests' : '';
  return `${work}${tests}, then ${ask}. Say for each item what changed, or why nothing did.`;
};

const presentAgain = (mode: Mode, { command, isHook = false }: Reviewed): string => {
  const ask = mode === 'plan' ? 'present the plan again' : 'ask for another review';
  if (isHook)
    return mode === 'plan' ? ask : 'finish your turn again, which asks for another review';
  return command === undefined ? ask : `${ask} with ${pathSpan(command)}`;
};
