import { texts } from '../../texts/texts.ts';
import { commitEditors, countComments } from '../comments/comment-actions.ts';
import type { Page } from '../page.ts';
import type { DecisionRoute } from '../server/session-client.ts';
import { isEmpty, wordsOf } from '../server/words.ts';
import { EndScreen } from '../frame/views.tsx';
import { verdictDialog } from '../store/panel-slice.ts';
import type { State } from '../store/state.ts';
import type { Offer } from './offers.ts';

/** Whether a decision can be made at all. */
export const canDecide = ({ session }: State): boolean =>
  session.info !== undefined && session.end === undefined && !session.isDeciding;

/** Decides at once, since nothing is lost by it; asks for words where there are none, or where some would not be seen. */
export const chooseVerdict = (page: Page, verdict: Offer['verdict']): void => {
  const state = page.store.getState();
  const hasNote = state.draft.feedback.trim() !== '';
  if ((verdict === 'approve' || countComments(state) > 0) && !hasNote) void decide(page, verdict);
  else page.store.dispatch({ type: 'panel/dialog', dialog: verdict });
};

/** Closes the session without feedback; asks before words are lost. */
export const chooseClose = (page: Page): void => {
  if (isEmpty(wordsOf(page.store.getState()))) void decide(page, 'exit');
  else page.store.dispatch({ type: 'panel/dialog', dialog: 'close' });
};

/** Sends the decision that the open dialog is about. */
export const confirmDialog = (page: Page): void => {
  const dialog = verdictDialog(page.store.getState().panel);
  if (dialog === undefined) return;
  void decide(page, dialog === 'close' ? 'exit' : dialog);
};

/** A server that is stopped answers no request for the last screen either: the decision does not wait for that. */
const preloadMs = 1000;
const waited = (durationMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });

/** Makes the decision; text in open editors goes along. On failure everything stays as it was, with the reason. */
const decide = async (page: Page, verdict: DecisionRoute): Promise<void> => {
  const { store, draftSync } = page;
  const before = store.getState();
  const { info } = before.session;
  if (info === undefined || !canDecide(before)) return;
  if (verdict !== 'exit')
    store.dispatch(...commitEditors(before, new Set(before.editors.map(({ key }) => key))));
  store.dispatch({ type: 'session/deciding' });
  await Promise.all([draftSync.stop(), Promise.race([EndScreen.preload(), waited(preloadMs)])]);
  const sentence = await send(page, verdict);
  if (sentence === undefined) return;
  store.dispatch({ type: 'session/notDecided', sentence });
  draftSync.resume();
  if (store.getState().panel.dialog === undefined)
    store.dispatch({ type: 'panel/dialog', dialog: verdict === 'exit' ? 'close' : verdict });
};

/** @returns why it was not decided, as a sentence; undefined where it was */
const send = async (
  { store, client }: Page,
  verdict: DecisionRoute,
): Promise<string | undefined> => {
  const { session, draft, comments, annotations } = store.getState();
  const { all, byId } = annotations;
  const words = texts().decision;
  const dismissed = [...all.keys()].filter((id) => !byId.has(id));
  // The port may be another session's by now; a decision must not go there.
  const now = await client.getSession();
  if (now.kind !== 'ok') return words.nothingDecided(now.sentence);
  if (now.value.id !== session.info?.id) return words.nothingDecided(words.serverGone);
  const isPlan = now.value.mode === 'plan';
  const route = verdict === 'approve' && !isPlan ? 'feedback' : verdict;
  const answer = await client.decide(
    route,
    verdict === 'exit'
      ? {}
      : {
          annotations: [...comments],
          ...(dismissed.length === 0 ? {} : { dismissed }),
          ...(draft.feedback.trim() === '' ? {} : { feedback: draft.feedback.trim() }),
          ...(verdict === 'approve' && !isPlan ? { approved: true } : {}),
        },
  );
  if (answer.kind === 'ok') {
    const { outcome, next } = answer.value;
    store.dispatch(
      {
        type: 'session/ended',
        end: { outcome, isOurs: true, ...(next === undefined ? {} : { next }) },
      },
      { type: 'panel/dialog', dialog: undefined },
    );
    return undefined;
  }
  if (answer.kind === 'refused' && answer.code === 'already_decided') return words.alreadyDecided;
  return answer.kind === 'unreachable' ? words.unknown : words.wordsHere(answer.sentence);
};
