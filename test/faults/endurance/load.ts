import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { openStream } from '../../helpers/event-stream.ts';
import { sendFindings, typeDraft } from '../kills/acts.ts';
import type { Ledger } from '../kills/world.ts';
import { sessionPath } from '../../helpers/paths.ts';

interface LoadOptions {
  /** Period in which each session gets a finding and, every other time, a draft. */
  readonly periodMs: number;
  readonly signal: AbortSignal;
}

/** Keeps one session busy until stopped, with one request at a time, like a tool and a reviewer. */
const work = async (ledger: Ledger, { periodMs, signal }: LoadOptions): Promise<void> => {
  // Random start, so that they do not all run in step.
  await pause(Math.random() * periodMs, signal);
  for (let count = 0; !signal.aborted; count += 1) {
    await sendFindings(ledger, 1);
    if (count % 2 === 0) await typeDraft(ledger, 1);
    await pause(periodMs, signal);
  }
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

/** Load on many sessions. `stop` resolves when the last request has been answered. */
export const startLoad = (ledgers: readonly Ledger[], periodMs: number) => {
  const controller = new AbortController();
  // Each session adds a listener.
  setMaxListeners(ledgers.length, controller.signal);
  const working = ledgers.map((ledger) => work(ledger, { periodMs, signal: controller.signal }));
  return {
    stop: async (): Promise<void> => {
      controller.abort();
      await Promise.all(working);
    },
  };
};

/** Reads a session's findings and throws if it has missed one. */
export const followFindings = async ({ session }: Ledger) => {
  const stream = await openStream(`${session.url}${sessionPath('streamAnnotations')}`);
  return {
    close: stream.close,
    isOver: stream.isOver,
    /** The texts of all findings received, each once and in order. */
    texts: (): string[] => {
      const [snapshot, ...changes] = stream.events;
      const told = [snapshot, ...changes].flatMap(
        (event) => (event?.data['annotations'] ?? []) as { text: string }[],
      );
      return told.map(({ text }) => text);
    },
  };
};
