import type { ErrorBody } from '../../../shared/errors.ts';
import type { ClosedAnswer } from '../../../shared/session/session.ts';
import type { Status } from '../../../shared/supervisor/status.ts';

/** What became of a request. `refused` has the status of the answer, and a sentence for people. */
export type Answer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'refused'; readonly status: number; readonly sentence: string }
  | { readonly kind: 'unreachable' };

interface RequestOptions {
  readonly method?: 'GET' | 'DELETE';
  readonly signal?: AbortSignal;
}

/** A session that is closed has up to five seconds to go. */
const answerMs = 20_000;

/** The requests of the dashboard, by the ids of shared/supervisor/control-routes.ts; each carries the token as a header. */
export const createClient = (token: string) => {
  const send = (path: string, { method = 'GET', signal }: RequestOptions): Promise<Response> =>
    fetch(new URL(path, document.baseURI), {
      method,
      cache: 'no-store',
      credentials: 'omit',
      headers: { Authorization: `Bearer ${token}` },
      signal: signal ?? null,
    });
  const request = async <Value>(
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<Value>> => {
    try {
      const response = await send(path, { ...options, signal: AbortSignal.timeout(answerMs) });
      const body: unknown = await response.json();
      if (response.ok) return { kind: 'ok', value: body as Value };
      return { kind: 'refused', status: response.status, sentence: (body as ErrorBody).error };
    } catch {
      // Refused or broken connections, and what is not JSON, come from something that is not our server.
      return { kind: 'unreachable' };
    }
  };
  return {
    getStatus: () => request<Status>('v1/status'),
    getStatusWithMemory: () => request<Status>('v1/status?workers=memory'),
    closeSession: (id: string) =>
      request<ClosedAnswer>(`v1/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    /** The one stream, not yet read. */
    openEvents: (signal: AbortSignal) => send('v1/events', { signal }),
  } as const;
};

export type DashboardClient = ReturnType<typeof createClient>;
