import { readFile } from 'node:fs/promises';
import { Agent } from 'undici';
import { requestOf, type Given } from '../../shared/client.ts';
import { controlTargets, type ControlRouteId } from '../../shared/supervisor/control-targets.ts';
import { registrySchema, type Registry } from '../../shared/supervisor/registry.ts';
import { closedAnswerSchema, sessionViewSchema } from '../../shared/session/session.ts';
import type { OpenRequest, SessionView } from '../../shared/session/session.ts';
import { statusSchema, type Status } from '../../shared/supervisor/status.ts';
import { until } from './until.ts';

/** Reads the registry from disk. */
export const readRegistry = async (path: string): Promise<Registry> =>
  registrySchema.parse(JSON.parse(await readFile(path, 'utf8')));

/** The control API of one supervisor, used like a launching process. */
export class ControlApi {
  readonly pid: number;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent = new Agent();

  constructor({ supervisor }: Registry) {
    this.pid = supervisor.pid;
    this.#url = supervisor.url;
    this.#headers = { authorization: `Bearer ${supervisor.token}` };
  }

  /** Opens a session and returns its record. @throws Error unless the status is 201 */
  async open(request: OpenRequest): Promise<SessionView> {
    const body = await this.#ask('openSession', { body: request });
    // Not parsed: that is the client's cost and must not count. The tests check the shape.
    return body as SessionView;
  }

  async session(id: string): Promise<SessionView> {
    return sessionViewSchema.parse(await this.#ask('getSession', { params: { id } }));
  }

  async close(id: string): Promise<void> {
    closedAnswerSchema.parse(await this.#ask('closeSession', { params: { id } }));
  }

  async status(): Promise<Status> {
    return statusSchema.parse(await this.#ask('getStatus'));
  }

  /** Resolves when the default number of warm workers is idle and no task is running. */
  async settled(warmWorkers = 2): Promise<void> {
    await until(
      async () => {
        const { warmWorkers: warm, threads } = await this.status();
        return warm >= warmWorkers && threads.running + threads.queued === 0 ? true : undefined;
      },
      { what: 'warm workers' },
    );
  }

  /** Resolves when the session's content is ready. @throws Error if it failed */
  async prepared(id: string): Promise<void> {
    await until(
      async () => {
        const { preparation } = await this.session(id);
        if (preparation.state === 'failed') throw new Error(preparation.error);
        return preparation.state === 'ready' ? true : undefined;
      },
      { what: 'the preparation', deadlineMs: 60_000 },
    );
  }

  /** Resolves with the decision, or with undefined after 30 s. */
  awaitDecision(id: string): Promise<unknown> {
    return this.#ask('getDecision', { params: { id }, query: { wait: 30 } });
  }

  async shutdown(): Promise<void> {
    await this.#ask('shutdown', { body: { force: true } });
  }

  /** The event stream of all sessions, as bytes. */
  async events(signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
    const { body } = await this.#agent.request({
      origin: this.#url,
      ...requestOf(controlTargets.streamEvents),
      headers: this.#headers,
      bodyTimeout: 0,
      signal,
    });
    return body as AsyncIterable<Buffer>;
  }

  async destroy(): Promise<void> {
    await this.#agent.destroy();
  }

  async #ask(id: ControlRouteId, given: Given = {}): Promise<unknown> {
    const { method, path } = requestOf(controlTargets[id], given);
    const { body: request } = given;
    const { statusCode, body } = await this.#agent.request({
      origin: this.#url,
      path,
      method,
      headers:
        request === undefined
          ? this.#headers
          : { ...this.#headers, 'content-type': 'application/json' },
      body: request === undefined ? null : JSON.stringify(request),
    });
    const text = await body.text();
    if (statusCode >= 300)
      throw new Error(`${method} ${path} answered ${statusCode}: ${text.slice(0, 300)}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
