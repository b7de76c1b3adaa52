import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { openStream } from '../../helpers/event-stream.ts';
import { sendFindings, typeDraft } from '../kills/acts.ts';
import type { Ledger } from '../kills/world.ts';

interface LoadOptions {
  /** Each session gets a finding, and every other time words of a draft, once in this time. */
  readonly periodMs: number;
  readonly signal: AbortSignal;
}

/** Works on one session until told to stop: one request at a time, as a tool and a reviewer do. */
const work = async (ledger: Ledger, { periodMs, signal }: LoadOptions): Promise<void> => {
  // Not all of them at the same moment.
  await pause(Math.random() * periodMs, signal);
  for (let count = 0; !signal.aborted; count += 1) {
    await sendFindings(ledger, 1);
    if (count % 2 === 0) await typeDraft(ledger, 1);
    await pause(periodMs, signal);
  }
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

/** The load on many sessions. `stop` resolves when the last request is answered. */
export const startLoad = (ledgers: readonly Ledger[], periodMs: number) => {
  const controller = new AbortController();
  // Each session waits by it.
  setMaxListeners(ledgers.length, controller.signal);
  const working = ledgers.map((ledger) => work(ledger, { periodMs, signal: controller.signal }));
  return {
    stop: async (): Promise<void> => {
      controller.abort();
      await Promise.all(working);
    },
  };
};

/** A reader of a session's findings that has never missed one, or says where. */
export const followFindings = async ({ session }: Ledger) => {
  const stream = await openStream(`${session.url}/api/external-annotations/stream`);
  return {
    close: stream.close,
    isOver: stream.isOver,
    /** The texts of all findings that it was told of, each once and in order. */
    texts: (): string[] => {
      const [snapshot, ...changes] = stream.events;
      const told = [snapshot, ...changes].flatMap(
        (event) => (event?.data['annotations'] ?? []) as { text: string }[],
      );
      return told.map(({ text }) => text);
    },
  };
};
