import type { ArgumentsOf, ReplyOf } from '../../shared/client.ts';
import { GalleyError } from '../../shared/errors.ts';
import { createApiClient, type ApiClient, type CallOptions } from '../../shared/node/api-client.ts';
import type { Decision } from '../../shared/session/decision.ts';
import type { OpenRequest, SessionView } from '../../shared/session/session.ts';
import type { NamedScope } from '../../shared/session/scope.ts';
import {
  controlApi,
  type ChangeState,
  type ControlApi,
} from '../../shared/supervisor/control-routes.ts';
import type { ControlRouteId } from '../../shared/supervisor/control-targets.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { noAnswer } from './client-errors.ts';

const waitSeconds = 30;

/**
 * The control API for the CLI. All methods throw the GalleyError of the response, or `supervisor_unreachable` if there
 * was none.
 */
export class ControlClient {
  readonly record: SupervisorRecord;
  readonly #api: ApiClient<ControlApi>;
  #isStartedHere: boolean;

  /** `isStartedHere`: this command has started the supervisor. */
  constructor(record: SupervisorRecord, { isStartedHere = false } = {}) {
    this.record = record;
    this.#isStartedHere = isStartedHere;
    const headers = { authorization: `Bearer ${record.token}` };
    this.#api = createApiClient(controlApi, { url: record.url, headers });
  }

  /** Calls a route and returns its answer. */
  async call<Id extends ControlRouteId>(
    id: Id,
    ...given: ArgumentsOf<ControlApi, Id, CallOptions>
  ): Promise<ReplyOf<ControlApi['schemas'][Id]>> {
    try {
      return await this.#api.call(id, ...given);
    } catch (cause) {
      throw cause instanceof GalleyError ? cause : noAnswer(this.record.url, cause);
    }
  }

  /** Idempotent for the same key. */
  async openSession(opening: OpenRequest, idempotencyKey: string): Promise<SessionView> {
    const headers = { 'idempotency-key': idempotencyKey };
    const { status, body } = await this.call('openSession', { body: opening, headers });
    if (status === 201) return body;
    throw new GalleyError('internal', 'The supervisor answered with a decision.');
  }

  /** Long-polls up to half a minute for a decision; undefined if there is none yet. */
  async waitForDecision(id: string, signal?: AbortSignal): Promise<Decision | undefined> {
    try {
      const { body } = await this.call('getDecision', {
        params: { id },
        query: { wait: waitSeconds },
        signal,
        timeoutMs: (waitSeconds + 15) * 1000,
      });
      return body;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }

  /**
   * What a review of a change would show; undefined if the supervisor is from an earlier release without this route.
   */
  async getChange(
    cwd: string,
    {
      range,
      scope,
      vcs,
    }: {
      range?: string | undefined;
      scope?: NamedScope | undefined;
      vcs?: string | undefined;
    },
  ): Promise<ChangeState | undefined> {
    try {
      return (await this.call('getChange', { query: { cwd, range, scope, vcs } })).body;
    } catch (error) {
      if (error instanceof GalleyError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** Stops a supervisor that this command started and nobody else uses. Never rejects. */
  async stopIfUnused(): Promise<void> {
    if (!this.#isStartedHere) return;
    this.#isStartedHere = false;
    // The supervisor refuses while any review is open.
    await this.call('shutdown', { body: {} }).catch(() => undefined);
  }
}
