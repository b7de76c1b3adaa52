import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { GalleyError } from '../shared/errors.ts';
import { openLog, type Log } from '../shared/node/logger.ts';
import type { Decided } from './decision/decision-states.ts';
import { workerExitCodes, type Assignment } from '../shared/supervisor/worker-messages.ts';
import type { Verdict } from './decision/decision-record.ts';
import { acceptLink } from './link/accept-link.ts';
import { SupervisorLink, type SessionMessage, OrphanWatch } from './link/supervisor-link.ts';
import { warmUp } from './warm-up.ts';
import { SessionServer } from './session-server.ts';

type ExitCode = (typeof workerExitCodes)[keyof typeof workerExitCodes];

/** A verdict that did not come from a reviewer. */
interface EndVerdict {
  readonly outcome: 'closed' | 'undecided';
  readonly reason: string;
}

/** Time limit for delivering the last messages; the decision is on disk either way. */
const farewellMs = 1000;

/**
 * The life of a worker from `loaded` to its exit: warm until assigned, then one session until it is decided, with or
 * without a supervisor. `exited` resolves to the exit code once everything is done.
 */
export class WorkerLife {
  readonly exited: Promise<ExitCode>;
  readonly #link: SupervisorLink;
  readonly #exit: (code: ExitCode) => void;
  /** Set on assignment. */
  #session: Promise<SessionServer> | undefined;
  #orphanWatch: OrphanWatch | undefined;
  #isOrphaned = false;
  #log: Log | undefined;

  constructor() {
    let exit: (code: ExitCode) => void = () => undefined;
    this.exited = new Promise((resolve) => {
      exit = resolve;
    });
    this.#exit = exit;
    this.#link = new SupervisorLink({
      onMessage: (message) => this.#receive(message),
      onForeign: (error) => this.#refuse(error),
      onLost: () => this.#orphan(),
    });
  }

  /** Announces that the code is loaded, and starts listening to the supervisor. */
  begin(): void {
    this.#link.listen();
    this.#link.send({ type: 'loaded' });
  }

  /** Runs the code paths of an opening once, unless there is a session. Failures are harmless. */
  warmUp(): void {
    if (this.#session === undefined) void warmUp().catch(() => undefined);
  }

  /** Handles a termination signal. */
  terminate(): void {
    void this.#end({ outcome: 'closed', reason: 'Its process was asked to end.' });
  }

  /** Handles an uncaught error: the state can no longer be trusted. */
  crash(cause: unknown): void {
    this.#log?.logger.fatal({ err: cause }, 'crashed');
    this.#finish(workerExitCodes.crashed);
  }

  #receive(message: SessionMessage): void {
    switch (message.type) {
      case 'assign':
        this.#session ??= this.#open(message.assignment);
        break;
      case 'prepared':
        void this.#session?.then((session) => session.prepared(message.preparation));
        break;
      case 'derived':
        void this.#session?.then((session) => session.derived(message));
        break;
      case 'close':
        void this.#end({ outcome: 'closed', reason: message.reason });
        break;
    }
  }

  /** Handles an invalid message: fatal before the assignment, otherwise ignored. */
  #refuse(error: Error): void {
    if (this.#session === undefined) void this.#fail(error);
    else this.#log?.logger.warn({ err: error }, 'message not understood');
  }

  /** The supervisor is gone. A session waits to be adopted; an unassigned worker exits. */
  #orphan(): void {
    if (this.#session === undefined) {
      this.#finish(workerExitCodes.clean);
      return;
    }
    this.#isOrphaned = true;
    this.#log?.logger.warn('the supervisor is gone; the session goes on without it');
    this.#orphanWatch?.start();
  }

  async #adopt(assignment: Assignment, request: IncomingMessage, socket: Socket): Promise<void> {
    const session = await this.#session;
    await acceptLink(request, socket, {
      nonce: assignment.nonce,
      hello: () => ({ ...this.#link.hello, state: session?.state }),
      attach: (transport, supervisor) => {
        this.#link.attach(transport, supervisor);
        this.#isOrphaned = false;
        this.#orphanWatch?.stop();
        this.#log?.logger.info('adopted by another supervisor');
      },
    });
  }

  async #open(assignment: Assignment): Promise<SessionServer> {
    try {
      const { id, mode, logLevel, files, orphanMinutes } = assignment;
      const fields = { component: 'worker', session: id };
      const log = openLog({ file: files.log, level: logLevel, fields });
      this.#log = log;
      this.#orphanWatch = new OrphanWatch({
        spool: files.spool,
        orphanMinutes,
        onAbandoned: (reason) => void this.#end({ outcome: 'undecided', reason }),
      });
      const session = await SessionServer.open(assignment, {
        logger: log.logger,
        onDecided: (decision) => void this.#decided(decision),
        onHeld: (held) => {
          log.logger.info(
            held === undefined ? {} : { outcome: held.outcome },
            held === undefined ? 'decision undone' : 'decision held',
          );
          this.#link.send({ type: 'held', held: held ?? null });
        },
        onLate: (error) => log.logger.error({ err: error }, 'decision not released; tried again'),
        derive: (message) => !this.#isOrphaned && this.#link.send(message),
        sendCounts: (counts) => this.#link.offer({ type: 'counts', counts }),
        askNext: () => this.#link.askNext(),
        onConnect: (request, socket) => {
          this.#adopt(assignment, request, socket).catch((error: unknown) => {
            log.logger.error({ err: error }, 'not adopted');
            socket.destroy();
          });
        },
      });
      log.logger.info({ mode, port: session.port }, 'session opened');
      this.#link.send({ type: 'ready', port: session.port });
      return session;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Reports why there is no session. Never resolves: the process exits. */
  async #fail(cause: unknown): Promise<never> {
    this.#log?.logger.error({ err: cause }, 'session not opened');
    const { code, message } =
      cause instanceof GalleyError ? cause : new GalleyError('worker_failed', String(cause));
    this.#link.send({ type: 'failed', code, message });
    await this.#link.settled(farewellMs);
    this.#finish(workerExitCodes.cannotListen);
    return new Promise(() => undefined);
  }

  /** Ends the session without the reviewer. A decision already made stands, even one that could still be undone. */
  async #end(verdict: EndVerdict): Promise<void> {
    if (this.#session === undefined) {
      this.#finish(workerExitCodes.clean);
      return;
    }
    const session = await this.#session;
    await session.end({ ...verdict, comments: [] } satisfies Verdict).catch((error: unknown) => {
      this.#log?.logger.error({ err: error }, 'decision not written');
      this.#finish(workerExitCodes.crashed);
    });
  }

  async #decided(decision: Decided): Promise<void> {
    this.#log?.logger.info({ outcome: decision.outcome }, 'session decided');
    const session = await this.#session;
    this.#orphanWatch?.stop();
    // Before the decision, after which the session's record is final.
    if (session !== undefined) this.#link.send({ type: 'counts', counts: session.counts });
    this.#link.send({ type: 'decided', outcome: decision.outcome });
    await this.#link.settled(farewellMs);
    this.#link.close();
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
