import type { ArgumentsOf, ReplyOf } from '../../shared/client.ts';
import { GalleyError } from '../../shared/errors.ts';
import { createApiClient, type ApiClient, type CallOptions } from '../../shared/node/api-client.ts';
import type { Decision } from '../../shared/session/decision.ts';
import type { OpenRequest, SessionView } from '../../shared/session/session.ts';
import type { ChangeState } from '../../shared/supervisor/change-state.ts';
import { controlApi, type ControlApi } from '../../shared/supervisor/control-routes.ts';
import type { ControlRouteId } from '../../shared/supervisor/control-targets.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { noAnswer } from './unreachable.ts';

const waitSeconds = 30;

/**
 * The control API as the CLI uses it. Every method throws the GalleyError that the supervisor answered, or
 * `supervisor_unreachable` where there was no answer.
 */
export class ControlClient {
  readonly record: SupervisorRecord;
  readonly #api: ApiClient<ControlApi>;
  #isStartedHere: boolean;

  /** `isStartedHere` where this very command has started the supervisor. */
  constructor(record: SupervisorRecord, { isStartedHere = false } = {}) {
    this.record = record;
    this.#isStartedHere = isStartedHere;
    const headers = { authorization: `Bearer ${record.token}` };
    this.#api = createApiClient(controlApi, { url: record.url, headers });
  }

  /** What a route answers. */
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

  /** The same key again opens nothing again. */
  async openSession(opening: OpenRequest, idempotencyKey: string): Promise<SessionView> {
    const headers = { 'idempotency-key': idempotencyKey };
    const { status, body } = await this.call('openSession', { body: opening, headers });
    if (status === 201) return body;
    throw new GalleyError('internal', 'The supervisor answered with a decision.');
  }

  /** Waits up to half a minute for a decision; undefined where there is none yet. */
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

  /** What a review of a change would show; undefined where a supervisor of an earlier release cannot say. */
  async getChange(cwd: string, range: string | undefined): Promise<ChangeState | undefined> {
    try {
      return (await this.call('getChange', { query: { cwd, range } })).body;
    } catch (error) {
      if (error instanceof GalleyError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** Stops a supervisor that this command has started and that nobody else has come to use. Never rejects. */
  async stopIfUnused(): Promise<void> {
    if (!this.#isStartedHere) return;
    this.#isStartedHere = false;
    // It refuses while anybody's review is open.
    await this.call('shutdown', { body: {} }).catch(() => undefined);
  }
}
