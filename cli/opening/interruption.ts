import { constants } from 'node:os';

/** A waiting command was stopped by a signal. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  /** As in a shell: 128 plus the signal's number. */
  readonly exitCode: number;

  readonly #signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP';

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', end = '') {
    super(`The review was interrupted (${signal}). ${end}`.trim());
    this.#signal = signal;
    this.exitCode = 128 + constants.signals[signal];
  }

  /** The same, with what became of the review. */
  after(end: string): Interruption {
    return new Interruption(this.#signal, end);
  }
}

/**
 * Makes `run` interruptible: the first signal aborts it with an Interruption, a second one ends the process at once.
 */
export const interruptible = async <Result>(
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const controller = new AbortController();
  const stops = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((name) => {
    const stop = () => {
      if (!controller.signal.aborted) return controller.abort(new Interruption(name));
      process.removeAllListeners(name);
      process.kill(process.pid, name);
    };
    // Not `once`: a package that also listens ends the process when its listener is the only one left.
    process.on(name, stop);
    return () => process.off(name, stop);
  });
  try {
    return await run(controller.signal);
  } finally {
    for (const stop of stops) stop();
  }
};
