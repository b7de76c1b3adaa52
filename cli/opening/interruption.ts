import { constants } from 'node:os';

/** Why a command that waits was stopped from outside. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  /** As a shell tells it: 128 and the signal's number. */
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`The review was interrupted (${signal}).`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs what can be interrupted: the first signal aborts it with an Interruption, a second one of the same kind ends
 * the process at once.
 */
export const interruptible = async <Result>(
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const controller = new AbortController();
  const stops = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((name) => {
    const stop = () => controller.abort(new Interruption(name));
    process.once(name, stop);
    return () => process.off(name, stop);
  });
  try {
    return await run(controller.signal);
  } finally {
    for (const stop of stops) stop();
  }
};
