import { GalleyError } from '../shared/errors.ts';
import { openLog, type Log } from '../shared/node/logger.ts';
import type { Decision } from '../shared/session/decision.ts';
import {
  workerExitCodes,
  type Assignment,
  type ToWorker,
} from '../shared/supervisor/worker-messages.ts';
import type { Verdict } from './decision/decision-record.ts';
import { rehearse } from './rehearsal.ts';
import { SessionServer } from './session-server.ts';
import type { SupervisorLink } from './supervisor-link.ts';

type ExitCode = (typeof workerExitCodes)[keyof typeof workerExitCodes];

/** A verdict that no reviewer made. */
interface EndVerdict {
  readonly outcome: 'closed' | 'undecided';
  readonly reason: string;
}

/**
 * A worker from `loaded` to its exit: warm until it is assigned, then one session until that is decided. `exited`
 * says with which code the process is to end, and that everything before that is done.
 */
export class WorkerLife {
  readonly exited: Promise<ExitCode>;
  readonly #link: SupervisorLink;
  readonly #exit: (code: ExitCode) => void;
  /** The session, from the moment that it is assigned. */
  #session: Promise<SessionServer> | undefined;
  #log: Log | undefined;
  #isOrphaned = false;

  constructor(link: SupervisorLink) {
    this.#link = link;
    let exit: (code: ExitCode) => void = () => undefined;
    this.exited = new Promise((resolve) => {
      exit = resolve;
    });
    this.#exit = exit;
  }

  /** Runs what an opening runs, once, while there is no session. One that fails takes nothing away. */
  rehearse(): void {
    if (this.#session === undefined) void rehearse().catch(() => undefined);
  }

  /** Takes a message of the supervisor. */
  receive(message: ToWorker): void {
    switch (message.type) {
      case 'assign':
        this.#session ??= this.#open(message.assignment);
        break;
      case 'prepared':
        void this.#session?.then((session) => session.prepared(message.preparation));
        break;
      case 'close':
        void this.#end({ outcome: 'closed', reason: message.reason });
        break;
    }
  }

  /** A message was no message of ours: an assignment that cannot be read fails, anything else is let pass. */
  refuse(error: Error): void {
    if (this.#session === undefined) void this.#fail(error);
    else this.#log?.logger.warn({ err: error }, 'message not understood');
  }

  /** The process was asked to end by a signal. */
  terminate(): void {
    void this.#end({ outcome: 'closed', reason: 'Its process was asked to end.' });
  }

  /** The supervisor is gone: nobody would hear of a decision that is made later. */
  orphan(): void {
    this.#isOrphaned = true;
    void this.#end({ outcome: 'undecided', reason: 'The supervisor ended before the decision.' });
  }

  /** Something was thrown that nobody caught: the state cannot be trusted any more. */
  crash(cause: unknown): void {
    this.#log?.logger.fatal({ err: cause }, 'crashed');
    this.#finish(workerExitCodes.crashed);
  }

  async #open(assignment: Assignment): Promise<SessionServer> {
    try {
      const log = openLog({
        file: assignment.files.log,
        level: assignment.logLevel,
        fields: { component: 'worker', session: assignment.id },
      });
      this.#log = log;
      const session = await SessionServer.open(assignment, {
        logger: log.logger,
        onDecided: (decision) => void this.#decided(decision),
      });
      log.logger.info({ mode: assignment.mode, port: session.port }, 'session opened');
      await this.#link.send({ type: 'ready', port: session.port });
      return session;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Tells why there will be no session. Never resolves: the process ends. */
  async #fail(cause: unknown): Promise<never> {
    this.#log?.logger.error({ err: cause }, 'session not opened');
    const { code, message } =
      cause instanceof GalleyError ? cause : new GalleyError('worker_failed', String(cause));
    await this.#link.send({ type: 'failed', code, message });
    this.#finish(workerExitCodes.cannotListen);
    return new Promise(() => undefined);
  }

  /** Ends without the reviewer; where their decision came first, that stands. */
  async #end(verdict: EndVerdict): Promise<void> {
    if (this.#session === undefined) {
      this.#finish(workerExitCodes.clean);
      return;
    }
    const session = await this.#session;
    await session.decide({ ...verdict, comments: [] } satisfies Verdict).catch((error: unknown) => {
      if (error instanceof GalleyError && error.code === 'already_decided') return;
      this.#log?.logger.error({ err: error }, 'decision not written');
      this.#finish(workerExitCodes.crashed);
    });
  }

  async #decided(decision: Decision): Promise<void> {
    this.#log?.logger.info({ outcome: decision.outcome }, 'session decided');
    const session = await this.#session;
    await this.#link.send({ type: 'decided', outcome: decision.outcome });
    await session?.close(decision);
    const isLost = this.#isOrphaned && decision.outcome === 'undecided';
    this.#finish(isLost ? workerExitCodes.orphaned : workerExitCodes.clean);
  }

  #finish(code: ExitCode): void {
    this.#log?.flush();
    this.#link.close();
    this.#exit(code);
  }
}
