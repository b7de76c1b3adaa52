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
  /** Folder of the installed packages: what is reviewed stands there, too. */
  readonly modules: string;
  /** Fewer samples: for trying, not for the record. */
  readonly isQuick: boolean;
}

/** What a row measures with. It remembers what it has started, so that nothing outlives the run. */
export class Bench {
  readonly dist: string;
  readonly #options: BenchOptions;
  readonly #started = new Set<() => Promise<void>>();

  constructor(options: BenchOptions) {
    this.#options = options;
    this.dist = options.dist;
  }

  /** How often something is done: fewer times in a quick run. */
  count(full: number, quick: number): number {
    return this.#options.isQuick ? quick : full;
  }

  /** The command line program. */
  get cli(): string {
    return join(this.dist, 'cli.cjs');
  }

  /** Folder of the installed packages. */
  get modules(): string {
    return this.#options.modules;
  }

  /** A browser. */
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

  /** A home without a supervisor; one that is started in it later is stopped with it. */
  async home(): Promise<OwnHome & { stop: () => Promise<void> }> {
    const home = await makeHome();
    const stop = async () => {
      await stopSupervisorOf(home);
      await removeHome(home);
    };
    return this.#remember(Promise.resolve({ ...home, stop }));
  }

  /** Ends whatever is still there. */
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
