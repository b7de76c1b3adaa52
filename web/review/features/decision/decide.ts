import type { FeedbackBody } from '../../../../shared/session/decision.ts';
import { decisionTexts } from '../../../shell/texts/decision-texts.ts';
import { commentsToSend } from '../../store/comments/comments-to-send.ts';
import type { Verdict } from '../../store/decision-slice.ts';
import { can, heldFrom } from '../../store/session-slice.ts';
import type { State } from '../../store/state.ts';
import { canDecide } from '../../ui/conditions.ts';
import type { Page } from '../../ui/page.ts';
import { outcomeOf, routeOf, verdictNow } from './verdict.ts';

/** Timeout for the feedback text, which is only displayed. */
const previewMs = 2000;

/** Runs the popover's primary action. */
export const confirmDecision = (page: Page): Promise<void> => {
  const state = page.store.getState();
  return decide(page, state.decision.step === 'close' ? 'close' : verdictNow(state));
};

/** Ends the review. Does not change the draft, which remains valid if the decision fails or is undone. */
export const decide = async (page: Page, choice: Verdict | 'close'): Promise<void> => {
  const { store, draftSync } = page;
  if (!canDecide(store.getState())) return;
  store.dispatch({ type: 'session/deciding' });
  await draftSync.stop();
  const sentence = await send(page, choice);
  if (sentence === undefined) return;
  store.dispatch({ type: 'session/notDecided', sentence });
  draftSync.resume();
  if (store.getState().panel.dialog === undefined)
    store.dispatch(
      { type: 'decision/step', step: choice === 'close' ? 'close' : 'choice' },
      { type: 'panel/dialog', dialog: 'decide' },
    );
};

const routes = { approve: 'approve', deny: 'deny', feedback: 'sendFeedback' } as const;

/** @returns the error as a sentence, or undefined on success */
const send = async (page: Page, choice: Verdict | 'close'): Promise<string | undefined> => {
  const { store, client } = page;
  const state = store.getState();
  const { info } = state.session;
  const words = decisionTexts();
  // The port may be another session's by now, which must not receive the decision.
  const now = await client.call('getSession');
  if (now.kind !== 'ok') return words.nothingDecided(now.sentence);
  if (info === undefined || now.value.id !== info.id) return words.nothingDecided(words.serverGone);
  const agentText = await agentTextOf(page, choice);
  const answer = await (choice === 'close'
    ? client.call('exit', { body: { undoSeconds: undoSecondsOf(state) } })
    : client.call(routes[routeOf(state, choice)], { body: decisionBody(state, choice) }));
  if (answer.kind === 'ok') {
    const { outcome, decidedAt, releaseAt, next } = answer.value;
    const known = {
      isOurs: true,
      ...(next === undefined ? {} : { next }),
      ...(agentText === undefined ? {} : { agentText }),
    };
    store.dispatch(
      releaseAt === undefined
        ? { type: 'session/ended', end: { outcome, ...known } }
        : {
            type: 'session/held',
            held: { ...heldFrom({ outcome, decidedAt, releaseAt }), ...known },
          },
      { type: 'panel/dialog', dialog: undefined },
    );
    return undefined;
  }
  if (answer.kind === 'refused' && answer.code === 'already_decided') return words.alreadyDecided;
  return answer.kind === 'unreachable' ? words.unknown : words.wordsHere(answer.sentence);
};

/** The feedback text, fetched while the server is still there. */
const agentTextOf = async (
  { store, client }: Page,
  choice: Verdict | 'close',
): Promise<string | undefined> => {
  if (choice === 'close') return undefined;
  const answer = await client.call('previewDecision', {
    body: previewBody(store.getState(), choice),
    answerWithinMs: previewMs,
  });
  return answer.kind === 'ok' ? answer.value.text : undefined;
};

export const previewBody = (state: State, verdict: Verdict) =>
  ({ ...decisionBody(state, verdict), outcome: outcomeOf(state, verdict) }) as const;

const undoSecondsOf = (state: State): number =>
  can(state, 'undo') ? state.settings.undoSeconds : 0;

const decisionBody = (state: State, verdict: Verdict): FeedbackBody => {
  const { draft, annotations, decision } = state;
  const { edits } = draft;
  const dismissed = [...annotations.all.keys()].filter((id) => !annotations.byId.has(id));
  const feedback = draft.feedback.trim();
  const isApproval = verdict === 'approve' && routeOf(state, verdict) === 'feedback';
  return {
    annotations: [...commentsToSend(state)],
    withFindings: decision.withFindings,
    undoSeconds: undoSecondsOf(state),
    ...(dismissed.length === 0 ? {} : { dismissed }),
    ...(feedback === '' ? {} : { feedback }),
    ...(edits.length === 0 ? {} : { edits: [...edits] }),
    ...(isApproval ? { approved: true } : {}),
  };
};
