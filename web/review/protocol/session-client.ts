import type { PageConfig } from '../../../shared/config.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import type { DiffAnswer, DiffHits, PlanAnswer } from '../../../shared/session/content.ts';
import type { DiffColours } from '../../../shared/session/diff-colours.ts';
import type { DraftAnswer, DraftBody } from '../../../shared/session/draft.ts';
import type {
  DecidedAnswer,
  Decision,
  FeedbackBody,
  PreviewAnswer,
  PreviewBody,
} from '../../../shared/session/decision.ts';
import type { SessionInfo } from '../../../shared/session/session.ts';
import type { LinesAnswer, Side, SideAnswer } from '../../../shared/session/side-lines.ts';
import type { Viewed, ViewedChange } from '../../../shared/session/viewed.ts';
import { pause } from '../../shell/backoff.ts';

/** What became of a request. `sentence` is for people. */
export type Answer<Value> =
  | {
      readonly kind: 'ok';
      readonly value: Value;
      /** When it was answered, by the server's clock; to the second. */
      readonly serverMs?: number;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly sentence: string }
  | { readonly kind: 'unreachable'; readonly sentence: string };

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly answerWithinMs?: number;
  /** Lets the request outlive the page; the browser allows 64 KiB. */
  readonly keepalive?: boolean;
}

/** The options of a request that ends with its signal. */
type Sent = RequestOptions & { readonly signal: AbortSignal };

const unreachable = {
  kind: 'unreachable',
  sentence: 'The server of this review does not answer.',
} as const;

/** Relative to the page, which may stand below a path of the gateway. */
const urlOf = (path: string): string => new URL(path, document.baseURI).href;

/** A server that is stopped or swapped out keeps a connection open and says nothing. */
const answerMs = 20_000;

/** A browser whose network changes gives up what it loads, also of its own machine: what only reads is asked once more. */
const send = (path: string, options: Sent): Promise<Response> =>
  sendOnce(path, options).catch(async (error: unknown) => {
    if (options.method !== undefined) throw error;
    await pause(againMs, options.signal);
    return sendOnce(path, options);
  });

const againMs = 300;

const sendOnce = (path: string, options: Sent): Promise<Response> =>
  fetch(urlOf(path), {
    method: options.method ?? 'GET',
    cache: 'no-store',
    credentials: 'omit',
    keepalive: options.keepalive ?? false,
    signal: options.signal,
    ...(options.body === undefined
      ? {}
      : { body: JSON.stringify(options.body), headers: { 'Content-Type': 'application/json' } }),
  });

/** The server is of the page's own release and checks what it answers, so that its types are trusted here. */
const request = async <Value>(
  path: string,
  options: RequestOptions = {},
): Promise<Answer<Value>> => {
  try {
    const limit = AbortSignal.timeout(options.answerWithinMs ?? answerMs);
    const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit]);
    const response = await send(path, { ...options, signal });
    const text = await response.text();
    if (response.ok) {
      const serverMs = Date.parse(response.headers.get('date') ?? '');
      return {
        kind: 'ok',
        value: (text === '' ? undefined : JSON.parse(text)) as Value,
        ...(Number.isNaN(serverMs) ? {} : { serverMs }),
      };
    }
    return refusal(text);
  } catch {
    // Refused or broken connections, and what is not JSON, come from something that is not our server.
    return unreachable;
  }
};

const refusal = (text: string): Answer<never> => {
  const body = JSON.parse(text) as Partial<ErrorBody>;
  if (typeof body.code !== 'string') return unreachable;
  return { kind: 'refused', code: body.code, sentence: body.error ?? body.code };
};

/** A text as it comes. @throws Error with a sentence, or the abort of `signal` */
const requestText = async (path: string, signal: AbortSignal): Promise<string> => {
  const response = await send(path, { signal });
  const text = await response.text();
  if (response.ok) return text;
  const answer = refusal(text);
  throw new Error(answer.kind === 'ok' ? '' : answer.sentence);
};

/** Whether what differs in whitespace alone is part of the change. */
export type Whitespace = 'show' | 'hide';

/** How a reviewer can end a session. */
export type DecisionRoute = 'approve' | 'deny' | 'feedback' | 'exit';

/** The requests of the page, by the ids of shared/session/session-routes.ts. */
export const sessionClient = {
  getSession: (signal?: AbortSignal) =>
    request<SessionInfo>('api/session', signal === undefined ? {} : { signal }),
  /**
   * The text of a document, as it was read; of a folder, that of the file.
   * @throws Error with a sentence, or the abort of `signal`
   */
  getPlanSource: (file: string | undefined, signal: AbortSignal) =>
    requestText(
      `api/plan/source${file === undefined ? '' : `?file=${encodeURIComponent(file)}`}`,
      signal,
    ),
  getPlan: () => request<PlanAnswer>('api/plan'),
  /** Reading a large change takes its time. */
  refresh: () =>
    request<{ version: number }>('api/refresh', {
      method: 'POST',
      body: {},
      answerWithinMs: 150_000,
    }),
  getDiff: (whitespace: Whitespace = 'show') =>
    request<DiffAnswer>(`api/diff?whitespace=${whitespace}`),
  getDiffColours: () => request<DiffColours>('api/diff/colours'),
  getViewed: () => request<Viewed>('api/viewed'),
  changeViewed: (body: ViewedChange) =>
    request<{ count: number }>('api/viewed', { method: 'PUT', body }),
  getConfig: () => request<PageConfig>('api/config'),
  changeConfig: (change: Partial<PageConfig>) =>
    request<PageConfig>('api/config', { method: 'POST', body: change }),
  searchDiff: (query: string, whitespace: Whitespace, signal: AbortSignal) =>
    request<DiffHits>(`api/diff/search?q=${encodeURIComponent(query)}&whitespace=${whitespace}`, {
      signal,
    }),
  /** Of a review that has ended: it may carry many findings. */
  getDecision: () => request<Decision>('api/decision', { answerWithinMs: 60_000 }),
  getDraft: () => request<DraftAnswer>('api/draft'),
  saveDraft: (body: DraftBody, keepalive = false) =>
    request<{ generation: number }>('api/draft', { method: 'PUT', body, keepalive }),
  deleteDraft: (generation: number) =>
    request<{ generation: number }>(`api/draft?generation=${generation}`, { method: 'DELETE' }),
  decide: (route: DecisionRoute, body: FeedbackBody) =>
    request<DecidedAnswer>(`api/${route}`, { method: 'POST', body }),
  /** What the agent would read. */
  previewDecision: (body: PreviewBody, limits: Pick<RequestOptions, 'signal' | 'answerWithinMs'>) =>
    request<PreviewAnswer>('api/decision/preview', { method: 'POST', body, ...limits }),
  undoDecision: () => request<object>('api/decision/undo', { method: 'POST', body: {} }),
  releaseDecision: () => request<object>('api/decision/release', { method: 'POST', body: {} }),
  addAnnotation: (body: object) =>
    request<{ ids: string[] }>('api/external-annotations', { method: 'POST', body }),
  removeAnnotation: (id: string) =>
    request<{ removed: number }>(`api/external-annotations?id=${encodeURIComponent(id)}`, {
      method: 'DELETE',
    }),
  /**
   * One file's patch.
   * @throws Error with a sentence, or the abort of `signal`
   */
  getFilePatch: (
    fileId: string,
    signal: AbortSignal,
    whitespace: Whitespace = 'show',
  ): Promise<string> => {
    const query = `id=${encodeURIComponent(fileId)}&whitespace=${whitespace}`;
    return requestText(`api/diff/file?${query}`, signal);
  },
  /**
   * Lines of the new side of a changed file.
   * @throws Error with a sentence, or the abort of `signal`
   */
  getDiffLines: async (
    fileId: string,
    { from, to }: { readonly from: number; readonly to: number },
    signal: AbortSignal,
  ): Promise<LinesAnswer> => {
    const query = `id=${encodeURIComponent(fileId)}&side=new&from=${from}&to=${to}`;
    return JSON.parse(await requestText(`api/diff/lines?${query}`, signal)) as LinesAnswer;
  },
  getDiffSide: (fileId: string, side: Side) =>
    request<SideAnswer>(`api/diff/side?id=${encodeURIComponent(fileId)}&side=${side}`),
  /** Where the image is, if the side is one. */
  imageUrl: (fileId: string, side: Side): string =>
    urlOf(`api/diff/image?id=${encodeURIComponent(fileId)}&side=${side}`),
  /** The page's one stream, not yet read. */
  openEvents: (signal: AbortSignal) => send('api/events', { signal }),
} as const;

export type SessionClient = typeof sessionClient;
