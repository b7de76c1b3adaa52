import type { Outcome } from '../../../shared/session/decision.ts';
import { sessionPath } from '../../helpers/paths.ts';
import { call } from '../../helpers/http-call.ts';
import type { Ledger } from './world.ts';

const routes = { approved: 'approve', denied: 'deny' } as const;
type Verdict = keyof typeof routes & Outcome;
/** The verdicts for a plan. */
export const verdicts = ['approved', 'denied'] as const satisfies readonly Verdict[];

/** A request whose server may die: undefined then. */
const attempt = (...args: Parameters<typeof call>) => call(...args).catch(() => undefined);

/** Decides like the page. */
export const sendVerdict = async (ledger: Ledger, verdict: Verdict): Promise<void> => {
  ledger.sent.add(verdict);
  const body = verdict === 'approved' ? {} : { feedback: 'Words of the reviewer.' };
  const url = `${ledger.session.url}/api/${routes[verdict]}`;
  const answer = await attempt(url, { method: 'POST', body });
  if (answer?.status === 200) ledger.confirmed = verdict;
};

/** Decides with some seconds to undo. */
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

/** Undoes a held decision. If confirmed, the decision was never sent; if unanswered, either is possible. */
export const undoVerdict = async (ledger: Ledger): Promise<void> => {
  const { confirmed } = ledger;
  ledger.confirmed = undefined;
  const url = `${ledger.session.url}${sessionPath('undoDecision')}`;
  const answer = await attempt(url, { method: 'POST' });
  if (confirmed === undefined || answer === undefined) return;
  if (answer.status === 200) ledger.sent.delete(confirmed);
  else ledger.confirmed = confirmed;
};

/** Releases a held decision. */
export const releaseVerdict = async ({ session }: Ledger): Promise<void> => {
  await attempt(`${session.url}${sessionPath('releaseDecision')}`, { method: 'POST' });
};

/** Sends findings one by one until one is refused. */
export const sendFindings = async (ledger: Ledger, count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    const text = `finding ${ledger.findings.length}`;
    const answer = await attempt(`${ledger.session.url}${sessionPath('addAnnotations')}`, {
      method: 'POST',
      body: { source: 'lint', text },
    });
    if (answer?.status !== 201) return;
    ledger.findings.push(text);
  }
};

/** Saves a draft word by word until that fails. */
export const typeDraft = async (ledger: Ledger, count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    const generation = ledger.draftGeneration + 1;
    const answer = await attempt(`${ledger.session.url}${sessionPath('saveDraft')}`, {
      method: 'PUT',
      body: { generation, feedback: `word ${generation}`, comments: [] },
    });
    if (answer?.status !== 200) return;
    ledger.draftGeneration = generation;
  }
};
