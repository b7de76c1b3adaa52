import type * as z from 'zod';
import { errorBodySchema, errorFromBody, GalleyError } from '../../shared/errors.ts';
import { parseWith } from '../../shared/parse.ts';
import { decisionSchema, type Decision } from '../../shared/session/decision.ts';
import {
  closedAnswerSchema,
  sessionViewSchema,
  type ClosedAnswer,
  type OpenRequest,
  type SessionView,
} from '../../shared/session/session.ts';
import { changeStateSchema, type ChangeState } from '../../shared/supervisor/change-state.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import {
  statusSchema,
  type shutdownBodySchema,
  type Status,
} from '../../shared/supervisor/status.ts';
import { postJson, type TextAnswer } from './post-json.ts';
import type { Dispatcher } from './undici.ts';
import { noAnswer } from './unreachable.ts';

interface Call {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** How long the answer may take. */
  readonly timeoutMs?: number;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const defaultTimeoutMs = 60_000;
const waitSeconds = 30;

/**
 * The control API as the CLI uses it. Every method throws the GalleyError that the supervisor answered, or
 * `supervisor_unreachable` where there was no answer.
 */
export class ControlClient {
  readonly #record: SupervisorRecord;
  #isStartedHere: boolean;

  /** `isStartedHere` where this very command has started the supervisor. */
  constructor(record: SupervisorRecord, { isStartedHere = false } = {}) {
    this.#record = record;
    this.#isStartedHere = isStartedHere;
  }

  get record(): SupervisorRecord {
    return this.#record;
  }

  /** The same key again opens nothing again. */
  async openSession(opening: OpenRequest, idempotencyKey: string): Promise<SessionView> {
    const { url, token } = this.#record;
    const answer = await this.#answerTo(() =>
      postJson({
        url: `${url}/v1/sessions`,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': idempotencyKey },
        body: opening,
        timeoutMs: defaultTimeoutMs,
      }),
    );
    return parseAnswer(sessionViewSchema, answer.body);
  }

  /** Waits up to half a minute for a decision; undefined where there is none yet. */
  async waitForDecision(id: string, signal?: AbortSignal): Promise<Decision | undefined> {
    const { status, body } = await this.#call({
      method: 'GET',
      path: `/v1/sessions/${encodeURIComponent(id)}/decision?wait=${waitSeconds}`,
      signal,
      timeoutMs: (waitSeconds + 15) * 1000,
    });
    return status === 204 ? undefined : parseAnswer(decisionSchema, body);
  }

  /** Lets a session live on without the process that opened it. */
  async detachSession(id: string, timeoutMs: number): Promise<SessionView> {
    const path = `/v1/sessions/${encodeURIComponent(id)}/detach`;
    const signal = AbortSignal.timeout(timeoutMs);
    const { body } = await this.#call({ method: 'POST', path, body: {}, timeoutMs, signal });
    return parseAnswer(sessionViewSchema, body);
  }

  /** What a review of a change would show; undefined where a supervisor of an earlier release cannot say. */
  async getChange(cwd: string, range: string | undefined): Promise<ChangeState | undefined> {
    const query = new URLSearchParams({ cwd, ...(range === undefined ? {} : { range }) });
    try {
      const { body } = await this.#call({ method: 'GET', path: `/v1/change?${query.toString()}` });
      return parseAnswer(changeStateSchema, body);
    } catch (error) {
      if (error instanceof GalleyError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  async closeSession(id: string): Promise<ClosedAnswer> {
    const path = `/v1/sessions/${encodeURIComponent(id)}`;
    const { body } = await this.#call({ method: 'DELETE', path });
    return parseAnswer(closedAnswerSchema, body);
  }

  async getStatus(): Promise<Status> {
    const { body } = await this.#call({ method: 'GET', path: '/v1/status' });
    return parseAnswer(statusSchema, body);
  }

  /** Tells the supervisor to stop; it answers before it is gone. */
  async shutdown(body: z.input<typeof shutdownBodySchema>): Promise<void> {
    await this.#call({ method: 'POST', path: '/v1/shutdown', body });
  }

  /** Stops a supervisor that this command has started and that nobody else has come to use. Never rejects. */
  async stopIfUnused(): Promise<void> {
    if (!this.#isStartedHere) return;
    this.#isStartedHere = false;
    // It refuses while anybody's review is open.
    await this.shutdown({}).catch(() => undefined);
  }

  #call(call: Call): Promise<Answer> {
    return this.#answerTo(() => this.#send(call), call.signal);
  }

  async #answerTo(send: () => Promise<TextAnswer>, signal?: AbortSignal): Promise<Answer> {
    const answer = await this.#read(send, signal);
    if (answer.status < 400) return answer;
    const error = errorBodySchema.safeParse(answer.body);
    throw error.success
      ? errorFromBody(error.data)
      : new GalleyError('internal', `The supervisor answered ${answer.status} without a reason.`);
  }

  async #read(send: () => Promise<TextAnswer>, signal: AbortSignal | undefined): Promise<Answer> {
    try {
      const { status, text } = await send();
      return { status, body: text === '' ? undefined : JSON.parse(text) };
    } catch (cause) {
      signal?.throwIfAborted();
      throw noAnswer(this.#record.url, cause);
    }
  }

  async #send(call: Call): Promise<TextAnswer> {
    const { method, path, body, signal, timeoutMs = defaultTimeoutMs } = call;
    const { request } = await import('./undici.ts');
    const response = await request(this.#record.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#record.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      // A connection that is kept would keep the command from ending.
      reset: true,
    });
    return { status: response.statusCode, text: await response.body.text() };
  }
}

const parseAnswer = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> =>
  parseWith(schema, body, {
    what: "The supervisor's answer, which may be of another release (`galley supervisor stop` ends it),",
    code: 'internal',
  });
