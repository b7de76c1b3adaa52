import { errorFromBody, GalleyError } from '../../shared/errors.ts';
import type { ToWorker } from '../../shared/supervisor/worker-messages.ts';
import type { Derivation, FromWorker } from '../../shared/supervisor/from-worker-messages.ts';
import type { SourceLook } from './freshness.ts';
import { isThere } from './spool-file.ts';

interface DerivationsOptions {
  /** Asks the supervisor. @returns false if there is none at the moment */
  readonly send: (message: Extract<FromWorker, { type: 'derive' }>) => boolean;
}

type Derived = Extract<ToWorker, { type: 'derived' }>;

type Answer = Pick<Derived, 'state' | 'changed' | 'commits' | 'answer'>;

type Settle = (failure: GalleyError | undefined, answer?: Answer) => void;

/** More than a page needs at once; bounds the load on the link to the supervisor. */
const atOnce = 24;
const timeoutMs = 120_000;

/** Files that this worker has asked its supervisor to derive into the spool. */
export class Derivations {
  readonly #options: DerivationsOptions;
  readonly #pending = new Map<number, Settle>();
  readonly #running = new Map<string, Promise<void>>();
  #lastRequest = 0;

  constructor(options: DerivationsOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the file is in the spool; existing files and requests in flight are reused.
   * @throws GalleyError `queue_full`, `no_supervisor`, `preparation_timeout`, or the supervisor's error
   */
  async have(wanted: Derivation, path: string): Promise<void> {
    if (await isThere(path)) return;
    const running = this.#running.get(path);
    if (running !== undefined) return running;
    const asked = this.make(wanted)
      .then(() => undefined)
      .finally(() => this.#running.delete(path));
    this.#running.set(path, asked);
    return asked;
  }

  /**
   * Like `have`, but makes the file again even if it exists.
   * @throws GalleyError as `have` does
   */
  async make(wanted: Derivation): Promise<Answer> {
    return this.#ask(wanted);
  }

  /**
   * The current state of the work tree, or of documents, beside a version; undefined if it cannot be determined.
   */
  async worktreeState(version: number): Promise<SourceLook | undefined> {
    try {
      const { state, changed } = await this.#ask({ kind: 'worktree-state', version });
      return state === undefined
        ? undefined
        : { state, ...(changed === undefined ? {} : { changed }) };
    } catch {
      // No supervisor, or a busy one. The next poll asks again.
      return undefined;
    }
  }

  /** Settles the request that the supervisor has answered. */
  derived({ request, failure, ...answer }: Derived): void {
    const error = failure === undefined ? undefined : errorFromBody(failure);
    this.#pending.get(request)?.(error, answer);
  }

  async #ask(wanted: Derivation): Promise<Answer> {
    if (this.#pending.size >= atOnce)
      throw new GalleyError('queue_full', 'Too much is being read at once. Try again in a moment.');
    this.#lastRequest += 1;
    const request = this.#lastRequest;
    return new Promise((resolve, reject) => {
      const settle: Settle = (failure, answer = {}) => {
        clearTimeout(timer);
        this.#pending.delete(request);
        if (failure === undefined) resolve(answer);
        else reject(failure);
      };
      const timer = setTimeout(
        () =>
          settle(new GalleyError('preparation_timeout', 'Reading this took too long. Try again.')),
        timeoutMs,
      ).unref();
      this.#pending.set(request, settle);
      if (!this.#options.send({ type: 'derive', request, wanted })) settle(noSupervisor());
    });
  }
}

const noSupervisor = (): GalleyError =>
  new GalleyError(
    'no_supervisor',
    "Galley's supervisor is not running, and only it can read the repository. Any `galley` command that opens a review starts it.",
  );
