import type { Logger } from '../../shared/node/logger.ts';
import { forkWorker } from './fork-worker.ts';
import { WorkerHost } from './worker-host.ts';

interface WarmPoolOptions {
  /** The bundled worker entry. */
  readonly file: string;
  /** Folder of the page that a session would serve now. */
  readonly pageFolder: () => string;
  /** Workers kept waiting. */
  readonly size: number;
  /** How many may be starting at once; more only take the cores from each other. */
  readonly startsAtOnce: number;
  readonly logger: Logger;
}

interface Waiter {
  readonly resolve: (worker: WorkerHost) => void;
  readonly reject: (error: unknown) => void;
}

/** Opens come first: the pool is refilled when there was none for this long. */
const refillDelayMs = 100;
/** After a start that failed, so that a machine without memory is not pressed further. */
const retryDelayMs = 5000;

/** Workers that are loaded and wait for a session, so that one opens without waiting for a process to start. */
export class WarmPool {
  readonly #options: WarmPoolOptions;
  readonly #warm: WorkerHost[] = [];
  readonly #starting = new Set<WorkerHost>();
  readonly #waiters: Waiter[] = [];
  #size: number;
  #refill: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WarmPoolOptions) {
    this.#options = options;
    this.#size = options.size;
  }

  get warmCount(): number {
    return this.#warm.length;
  }

  /** Changes how many are kept waiting, from the next refill on. */
  resize(size: number): void {
    this.#size = size;
  }

  /** Begins to keep workers waiting; an open that comes at once has the cores for itself. */
  fill(): void {
    this.#refillLater(refillDelayMs);
  }

  /**
   * A loaded worker: a warm one, else the next that has started, in the order of asking.
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

  /** Ends the waiting workers; what is taken is not the pool's any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#refill);
    const workers = [...this.#warm, ...this.#starting];
    this.#warm.length = 0;
    await Promise.all(workers.map((worker) => worker.stop('The supervisor stops.')));
  }

  #refillLater(delayMs: number): void {
    clearTimeout(this.#refill);
    this.#refill = setTimeout(() => this.#startWanted(this.#size), delayMs).unref();
  }

  /** Starts workers for all who wait and `spare` more, no more at once than the cores need. */
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
      // Some failures of fork (no descriptors for the channel) are thrown, others come as an event.
      this.#failed(error);
    }
  }

  /** Takes a worker that is starting into the pool. */
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
      // One that loads while it is being stopped is nobody's loss.
      if (!this.#isClosed) this.#keep(worker);
    } else {
      waiter.resolve(worker);
      this.#startWanted(0);
    }
    // Also after the last of a rush: the refill that its asking began found every start taken.
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
