import type { Outcome } from '../../../shared/session/decision.ts';
import { call } from '../../helpers/supervisor.ts';
import type { Ledger } from './world.ts';

const routes = { approved: 'approve', denied: 'deny' } as const;
type Verdict = keyof typeof routes & Outcome;
/** Of a plan. */
export const verdicts = ['approved', 'denied'] as const satisfies readonly Verdict[];

/** A request whose server may go away in the middle: undefined then. */
const attempt = (...args: Parameters<typeof call>) => call(...args).catch(() => undefined);

/** Decides as the page does. */
export const sendVerdict = async (ledger: Ledger, verdict: Verdict): Promise<void> => {
  ledger.sent.add(verdict);
  const body = verdict === 'approved' ? {} : { feedback: 'Words of the reviewer.' };
  const url = `${ledger.session.url}/api/${routes[verdict]}`;
  const answer = await attempt(url, { method: 'POST', body });
  if (answer?.status === 200) ledger.confirmed = verdict;
};

/** Decides with some seconds to undo it. */
export const holdVerdict = async (
  ledger: Ledger,
  verdict: Verdict,
  undoSeconds: number,
): Promise<void> => {
  ledger.sent.add(verdict);
  const url = `${ledger.session.url}/api/${routes[verdict]}`;
  const answer = await attempt(url, { method: 'POST', body: { undoSeconds } });
  if (answer?.status === 200) ledger.confirmed = verdict;
};

/** Takes back what is held: once that is confirmed, it never was sent. Unanswered, it may have been taken back or not. */
export const undoVerdict = async (ledger: Ledger): Promise<void> => {
  const { confirmed } = ledger;
  ledger.confirmed = undefined;
  const url = `${ledger.session.url}/api/decision/undo`;
  const answer = await attempt(url, { method: 'POST' });
  if (confirmed === undefined || answer === undefined) return;
  if (answer.status === 200) ledger.sent.delete(confirmed);
  else ledger.confirmed = confirmed;
};

/** Releases what is held. */
export const releaseVerdict = async ({ session }: Ledger): Promise<void> => {
  await attempt(`${session.url}/api/decision/release`, { method: 'POST' });
};

/** Sends findings one after the other, until one is not taken. */
export const sendFindings = async (ledger: Ledger, count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    const text = `finding ${ledger.findings.length}`;
    const answer = await attempt(`${ledger.session.url}/api/external-annotations`, {
      method: 'POST',
      body: { source: 'lint', text },
    });
    if (answer?.status !== 201) return;
    ledger.findings.push(text);
  }
};

/** Saves the reviewer's words as they are typed, until that fails. */
export const typeDraft = async (ledger: Ledger, count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    const generation = ledger.draftGeneration + 1;
    const answer = await attempt(`${ledger.session.url}/api/draft`, {
      method: 'PUT',
      body: { generation, feedback: `word ${generation}`, comments: [] },
    });
    if (answer?.status !== 200) return;
    ledger.draftGeneration = generation;
  }
};
