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
