import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { GalleyError } from '../shared/errors.ts';
import { openLog, type Log } from '../shared/node/logger.ts';
import type { Decided } from './decision/decision-states.ts';
import {
  workerExitCodes,
  type Assignment,
  type ToWorker,
} from '../shared/supervisor/worker-messages.ts';
import type { Verdict } from './decision/decision-record.ts';
import { CountReporter } from './link/count-reporter.ts';
import { NextReviewQuery } from './link/next-review-query.ts';
import { OrphanWatch } from './link/orphan-watch.ts';
import { SupervisorLink } from './link/supervisor-link.ts';
import { warmUp } from './warm-up.ts';
import { SessionServer } from './session-server.ts';

type ExitCode = (typeof workerExitCodes)[keyof typeof workerExitCodes];

/** A verdict that no reviewer made. */
interface EndVerdict {
  readonly outcome: 'closed' | 'undecided';
  readonly reason: string;
}

/** How long the last messages may take; the decision stands on the disk whether they arrive or not. */
const farewellMs = 1000;

/**
 * A worker from `loaded` to its exit: warm until it is assigned, then one session until that is decided, with or
 * without a supervisor. `exited` says with which code the process is to end, and that everything before that is done.
 */
export class WorkerLife {
  readonly exited: Promise<ExitCode>;
  readonly #link: SupervisorLink;
  readonly #next = new NextReviewQuery(() => this.#link.offer({ type: 'askNext' }));
  readonly #exit: (code: ExitCode) => void;
  /** The session, from the moment that it is assigned. */
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

  /** Tells the supervisor that the code is loaded, and listens to it. */
  begin(): void {
    this.#link.listen();
    this.#link.send({ type: 'loaded' });
  }

  /** Runs what an opening runs, once, while there is no session. One that fails takes nothing away. */
  warmUp(): void {
    if (this.#session === undefined) void warmUp().catch(() => undefined);
  }

  /** The process was asked to end by a signal. */
  terminate(): void {
    void this.#end({ outcome: 'closed', reason: 'Its process was asked to end.' });
  }

  /** Something was thrown that nobody caught: the state cannot be trusted any more. */
  crash(cause: unknown): void {
    this.#log?.logger.fatal({ err: cause }, 'crashed');
    this.#finish(workerExitCodes.crashed);
  }

  #receive(message: ToWorker): void {
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
      case 'next':
        this.#next.answer(message.review);
        break;
      case 'close':
        void this.#end({ outcome: 'closed', reason: message.reason });
        break;
    }
  }

  /** A message was no message of ours: an assignment that cannot be read fails, anything else is let pass. */
  #refuse(error: Error): void {
    if (this.#session === undefined) void this.#fail(error);
    else this.#log?.logger.warn({ err: error }, 'message not understood');
  }

  /** The supervisor is gone. A session goes on until the next one adopts it; a worker without one has no use. */
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
    // Loaded when it is needed: most workers end with the supervisor that forked them.
    const { acceptLink } = await import('./link/accept-link.ts');
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
      const reporter = new CountReporter({
        read: () => session.counts,
        send: (counts) => this.#link.offer({ type: 'counts', counts }),
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
        onCounts: () => reporter.changed(),
        askNext: () => this.#next.ask(),
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

  /** Tells why there will be no session. Never resolves: the process ends. */
  async #fail(cause: unknown): Promise<never> {
    this.#log?.logger.error({ err: cause }, 'session not opened');
    const { code, message } =
      cause instanceof GalleyError ? cause : new GalleyError('worker_failed', String(cause));
    this.#link.send({ type: 'failed', code, message });
    await this.#link.settled(farewellMs);
    this.#finish(workerExitCodes.cannotListen);
    return new Promise(() => undefined);
  }

  /** Ends without the reviewer; where they have decided, that stands, also if they could have undone it yet. */
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
