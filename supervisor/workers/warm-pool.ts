import type { Logger } from '../../shared/node/logger.ts';
import { forkWorker } from './fork-worker.ts';
import { WorkerHost } from './worker-host.ts';

interface WarmPoolOptions {
  readonly file: string;
  /** Folder of the page that a new session would serve. */
  readonly pageFolder: () => string;
  readonly size: number;
  /** How many may start at once; more would only compete for the cores. */
  readonly startsAtOnce: number;
  readonly logger: Logger;
}

interface Waiter {
  readonly resolve: (worker: WorkerHost) => void;
  readonly reject: (error: unknown) => void;
}

/** Opening sessions has priority: the pool is refilled after a pause of this length. */
const refillDelayMs = 100;
/** After a failed start, so that a machine short of memory is not pressed further. */
const retryDelayMs = 5000;

/** Loaded workers waiting for a session, so that opening one does not wait for a process to start. */
export class WarmPool {
  readonly #options: WarmPoolOptions;
  readonly #warm: WorkerHost[] = [];
  readonly #starting = new Set<WorkerHost>();
  readonly #waiters: Waiter[] = [];
  #refill: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WarmPoolOptions) {
    this.#options = options;
  }

  get warmCount(): number {
    return this.#warm.length;
  }

  /** Starts filling the pool, after a pause: a session being opened right now gets the cores first. */
  fill(): void {
    this.#refillLater(refillDelayMs);
  }

  /**
   * Takes a warm worker, or waits for the next one to start, in FIFO order.
   * @throws GalleyError `worker_failed`
   */
  take(): Promise<WorkerHost> {
    this.#refillLater(refillDelayMs);
    const worker = this.#warm.shift();
    if (worker !== undefined) return Promise.resolve(worker);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.#startWanted(0);
    });
  }

  /** Stops the warm workers; taken workers no longer belong to the pool. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#refill);
    const workers = [...this.#warm, ...this.#starting];
    this.#warm.length = 0;
    await Promise.all(workers.map((worker) => worker.stop('The supervisor stops.')));
  }

  #refillLater(delayMs: number): void {
    clearTimeout(this.#refill);
    this.#refill = setTimeout(() => this.#startWanted(this.#options.size), delayMs).unref();
  }

  /** Starts workers for all waiters and `spare` more, up to the limit of concurrent starts. */
  #startWanted(spare: number): void {
    if (this.#isClosed) return;
    const wanted = this.#waiters.length + spare - this.#warm.length - this.#starting.size;
    const room = this.#options.startsAtOnce - this.#starting.size;
    for (let count = Math.min(wanted, room); count > 0; count -= 1) this.#start();
  }

  #start(): void {
    try {
      const { file, pageFolder } = this.#options;
      this.adopt(new WorkerHost(forkWorker(file, pageFolder())));
    } catch (error) {
      // fork throws some failures (no file descriptors for the channel) and emits others.
      this.#failed(error);
    }
  }

  /** Adds a worker that is already starting. */
  adopt(worker: WorkerHost): void {
    this.#starting.add(worker);
    worker.loaded.then(
      () => {
        this.#starting.delete(worker);
        this.#deliver(worker);
      },
      (error: unknown) => {
        this.#starting.delete(worker);
        this.#failed(error);
      },
    );
  }

  #deliver(worker: WorkerHost): void {
    const waiter = this.#waiters.shift();
    if (waiter === undefined) {
      // After close it is being stopped anyway.
      if (!this.#isClosed) this.#keep(worker);
    } else {
      waiter.resolve(worker);
      this.#startWanted(0);
    }
    // Also after a burst: the refill that `take` scheduled found all start slots in use.
    this.#refillLater(refillDelayMs);
  }

  #keep(worker: WorkerHost): void {
    this.#warm.push(worker);
    void worker.exited.then((death) => {
      const at = this.#warm.indexOf(worker);
      if (at < 0) return;
      this.#warm.splice(at, 1);
      this.#options.logger.warn({ death }, 'a warm worker died');
      this.#refillLater(retryDelayMs);
    });
  }

  #failed(error: unknown): void {
    if (!this.#isClosed)
      this.#options.logger.error({ err: error }, 'a worker could not be started');
    this.#waiters.shift()?.reject(error);
    if (this.#waiters.length > 0) this.#startWanted(0);
    else this.#refillLater(retryDelayMs);
  }
}
