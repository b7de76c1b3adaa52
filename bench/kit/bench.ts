import { join } from 'node:path';
import { forkServer, type ChildServer } from './child-server.ts';
import { makeHome, removeHome, stopSupervisorOf, type OwnHome } from './own-home.ts';
import { startSupervisor, type OwnSupervisor } from './own-supervisor.ts';
import { startScreen, type Screen } from './screen/screen.ts';

interface BenchOptions {
  /** Folder of the built processes. */
  readonly dist: string;
  /** Folder of the built floor programs. */
  readonly floors: string;
  /** Folder of the installed packages, which also serve as review material. */
  readonly modules: string;
  /** Fewer samples: for a trial, not for the record. */
  readonly isQuick: boolean;
}

/** The tools for measuring a row. Tracks everything it starts, so that nothing outlives the run. */
export class Bench {
  readonly dist: string;
  readonly #options: BenchOptions;
  readonly #started = new Set<() => Promise<void>>();

  constructor(options: BenchOptions) {
    this.#options = options;
    this.dist = options.dist;
  }

  /** Number of repetitions, which is smaller in a quick run. */
  count(full: number, quick: number): number {
    return this.#options.isQuick ? quick : full;
  }

  /** Path of the CLI. */
  get cli(): string {
    return join(this.dist, 'cli.cjs');
  }

  get modules(): string {
    return this.#options.modules;
  }

  /** Launches a browser. */
  screen(): Promise<Screen> {
    return this.#remember(startScreen(join(this.#options.floors, 'probe.js')));
  }

  supervisor(): Promise<OwnSupervisor> {
    return this.#remember(startSupervisor(this.dist));
  }

  /** Forks a floor program: `http`, `express` or `store`. */
  fork(floor: 'http' | 'express' | 'store'): Promise<ChildServer> {
    return this.#remember(forkServer(join(this.#options.floors, `${floor}-server.cjs`)));
  }

  /** A home without a supervisor; if one is started in it later, it is stopped along with it. */
  async home(): Promise<OwnHome & { stop: () => Promise<void> }> {
    const home = await makeHome();
    const stop = async () => {
      await stopSupervisorOf(home);
      await removeHome(home);
    };
    return this.#remember(Promise.resolve({ ...home, stop }));
  }

  /** Stops everything that is still running. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#started].map((stop) => stop()));
  }

  async #remember<Started extends { stop: () => Promise<void> }>(
    starting: Promise<Started>,
  ): Promise<Started> {
    const started = await starting;
    const stop = async () => {
      this.#started.delete(stop);
      await started.stop();
    };
    this.#started.add(stop);
    return { ...started, stop };
  }
}
