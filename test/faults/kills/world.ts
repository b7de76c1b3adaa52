import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '../../../shared/session/decision.ts';
import type { SessionRecord } from '../../../shared/session/session.ts';
import { registrySchema, type Registry } from '../../../shared/supervisor/registry.ts';
import { startGalley, type Galley, type RunningGalley } from '../../helpers/galley.ts';
import { controlPath } from '../../helpers/paths.ts';
import { isThere } from '../../helpers/processes.ts';
import { spawnSupervisor } from '../../helpers/supervisor.ts';
import { call, type HttpAnswer } from '../../helpers/http-call.ts';
import { until } from '../../helpers/until.ts';
import { Random } from './random.ts';

type Session = Pick<SessionRecord, 'id' | 'url' | 'pid'>;

/** What was done to a session, and how much of it was confirmed. */
export interface Ledger {
  readonly session: Session;
  /** What it is called in its round. */
  readonly name: string;
  /** The command waiting for it, if any. */
  readonly command: RunningGalley | undefined;
  /** Verdicts that were sent, confirmed or not. */
  readonly sent: Set<Outcome>;
  /** The verdict that was confirmed to the page. */
  confirmed: Outcome | undefined;
  /** Texts of the accepted findings. */
  readonly findings: string[];
  /** The newest accepted generation of the draft. */
  draftGeneration: number;
  /** Whether it was asked to close. */
  isCloseSent: boolean;
}

type CallOptions = Parameters<typeof call>[1];

/** A GALLEY_HOME with its processes, a ledger of everything done in a round, and access to the leader. */
export class World {
  readonly galley: Galley;
  readonly ledgers: Ledger[] = [];
  /** Processes killed on purpose. */
  readonly killed = new Set<number>();
  /** How many workers its supervisors keep ready. */
  readonly warmWorkers: number;
  #seed: number;
  #random: Random;

  private constructor(seed: number, galley: Galley, warmWorkers: number) {
    this.galley = galley;
    this.warmWorkers = warmWorkers;
    this.#seed = seed;
    this.#random = new Random(seed);
  }

  get random(): Random {
    return this.#random;
  }

  /** Another round in the same home: with its own sessions and random numbers. */
  beginRound(seed: number): void {
    this.#seed = seed;
    this.#random = new Random(seed);
    this.ledgers.length = 0;
  }

  /** The key of a session, which no session of another round has. */
  keyOf(name: string): string {
    return `${name} ${this.#seed}`;
  }

  static async start(seed: number, warmWorkers = 1): Promise<World> {
    // The grace period after a killed command is short.
    const world = new World(seed, await startGalley({ warmWorkers, graceSeconds: 5 }), warmWorkers);
    await world.lead();
    return world;
  }

  /** Starts a supervisor unless one leads, or a waiting command starts one: two would compete. */
  async lead(): Promise<void> {
    if (await this.#isLed()) return;
    if (this.#isAwaited()) {
      const isSettled = async () => (await this.#isLed()) || !this.#isAwaited();
      await until('a command starts a supervisor, or ends', isSettled, 60_000);
      if (await this.#isLed()) return;
    }
    const { child, started } = await spawnSupervisor(this.galley.home);
    if (started.type === 'failed')
      throw new Error(`no supervisor could be started: ${started.body.error}`);
    if (child.connected) child.disconnect();
    child.unref();
  }

  async #isLed(): Promise<boolean> {
    const leading = await this.ask(controlPath('getStatus')).catch(() => undefined);
    return leading?.status === 200;
  }

  /** Whether a command waits for a decision, which it does not do without a supervisor. */
  #isAwaited(): boolean {
    return this.ledgers.some(
      ({ command }) =>
        command !== undefined && !this.killed.has(command.pid) && isThere(command.pid),
    );
  }

  async registry(): Promise<Registry> {
    const path = join(this.galley.home, 'run', 'registry.json');
    return registrySchema.parse(JSON.parse(await readFile(path, 'utf8')));
  }

  async supervisorPid(): Promise<number> {
    return (await this.registry()).supervisor.pid;
  }

  /** Asks the leader, once; rejects if nobody answers. */
  async ask(path: string, options: CallOptions = {}): Promise<HttpAnswer> {
    const { supervisor } = await this.registry();
    return call(`${supervisor.url}${path}`, {
      ...options,
      headers: { authorization: `Bearer ${supervisor.token}`, ...options.headers },
    });
  }

  /** Retries until it is answered by a supervisor that is not shutting down. */
  async control(path: string, options: CallOptions = {}): Promise<HttpAnswer> {
    let answer: HttpAnswer | undefined;
    await until(`an answer to ${path}`, async () => {
      answer = await this.ask(path, options).catch(() => undefined);
      if (answer === undefined) await this.lead();
      return answer !== undefined && answer.status !== 503 && answer.status !== 401;
    });
    return answer as HttpAnswer;
  }

  /** Opens a session that nobody waits for. */
  async openDetached(name: string, text = 'Text.'): Promise<Ledger> {
    const key = this.keyOf(name);
    const content = `# ${key}\n\n${text}\n`;
    const body = { mode: 'plan', cwd: this.galley.root, key, content, detached: true };
    const answer = await this.control(controlPath('openSession'), { method: 'POST', body });
    if (answer.status !== 201) throw new Error(answer.text);
    return this.keep(answer.json as Session, name);
  }

  /** Opens a session with a command that waits for its decision. */
  async openAttached(name: string): Promise<Ledger> {
    const command = await this.startCommand(name);
    const url = await command.url();
    const { sessions } = await this.registry();
    const session = sessions.find((candidate) => candidate.url === url);
    if (session === undefined) throw new Error(`${url} is not registered`);
    return this.keep(session, name, command);
  }

  async startCommand(name: string): Promise<RunningGalley> {
    const key = this.keyOf(name);
    const file = await this.galley.write(`${name}.md`, `# ${key}\n\nText.\n`);
    return this.galley.start(['plan', file, '--key', key, '--no-browser', '--json']);
  }

  keep(session: Session, name: string, command?: RunningGalley): Ledger {
    const ledger: Ledger = {
      session,
      name,
      command,
      sent: new Set(),
      confirmed: undefined,
      findings: [],
      draftGeneration: 0,
      isCloseSent: false,
    };
    this.ledgers.push(ledger);
    return ledger;
  }
}
