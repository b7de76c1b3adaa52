import type { Death } from '../../shared/session/session.ts';
import { workerDeadlinesMs } from '../../shared/supervisor/worker-messages.ts';

interface Steps {
  readonly ask: () => void;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly exited: Promise<Death>;
}

/** Stops a process step by step: ask, SIGTERM, SIGKILL, each with a deadline. Resolves when it is gone. */
export const stopByLadder = async ({ ask, signal, exited }: Steps): Promise<Death> => {
  ask();
  if (await isGoneWithin(exited, workerDeadlinesMs.close)) return exited;
  signal('SIGTERM');
  if (await isGoneWithin(exited, workerDeadlinesMs.terminate)) return exited;
  signal('SIGKILL');
  return exited;
};

const isGoneWithin = async (exited: Promise<Death>, timeoutMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const isGone = await Promise.race([exited.then(() => true), late]);
  clearTimeout(timer);
  return isGone;
};

/** Signals a process group by the pid of its leader. */
export const signalGroup = (pid: number | undefined, signal: NodeJS.Signals): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: the group is already gone.
  }
};
