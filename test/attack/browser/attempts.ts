/** A request that a hostile page tries to send. */
export interface Aim {
  readonly method: string;
  readonly url: string;
  /** A body that would be accepted from the session's own page. */
  readonly body: string | undefined;
  /** Whether it is part of the page, which other sites may open. */
  readonly isPage: boolean;
}

/** Makes one attempt in a page; resolves with what it could read or run, or undefined. */
export type Attempt = (aim: Aim) => Promise<string | undefined>;

type Init = RequestInit & { readonly type?: string };

const fetching =
  ({ type, ...init }: Init): Attempt =>
  async ({ method, url, body }) => {
    const sent = init.method ?? method;
    const hasBody = sent !== 'GET' && sent !== 'HEAD';
    const response = await fetch(url, {
      ...init,
      method: sent,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      ...(hasBody ? { body: body ?? '{}' } : {}),
    });
    const { value = new Uint8Array() } = (await response.body?.getReader().read()) ?? {};
    return response.type === 'opaque' ? undefined : new TextDecoder().decode(value);
  };

const asForm = 'application/x-www-form-urlencoded';

const fetches: Readonly<Record<string, Attempt>> = {
  'fetch, cors': fetching({ mode: 'cors', credentials: 'omit' }),
  'fetch, cors, with credentials': fetching({ mode: 'cors', credentials: 'include' }),
  'fetch, cors, JSON': fetching({ mode: 'cors', type: 'application/json' }),
  'fetch, cors, JSON, with credentials': fetching({
    mode: 'cors',
    credentials: 'include',
    type: 'application/json',
  }),
  'fetch, cors, text/plain': fetching({ mode: 'cors', type: 'text/plain' }),
  'fetch, cors, a form': fetching({ mode: 'cors', type: asForm }),
  'fetch, cors, without a referrer': fetching({ mode: 'cors', referrer: '', type: 'text/plain' }),
  'fetch, no-cors, GET': fetching({ mode: 'no-cors', method: 'GET' }),
  'fetch, no-cors, text/plain': fetching({ mode: 'no-cors', method: 'POST', type: 'text/plain' }),
  'fetch, no-cors, a form, with credentials': fetching({
    mode: 'no-cors',
    method: 'POST',
    credentials: 'include',
    type: asForm,
  }),
  'fetch, no-cors, JSON that is not said to be': fetching({ mode: 'no-cors', method: 'POST' }),
  'fetch, keepalive': fetching({
    mode: 'no-cors',
    method: 'POST',
    keepalive: true,
    type: 'text/plain',
  }),
  'fetch, same-origin': fetching({ mode: 'same-origin' }),
};

const xhr =
  (type: string, withCredentials: boolean): Attempt =>
  ({ method, url, body }) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      request.withCredentials = withCredentials;
      request.setRequestHeader('content-type', type);
      // A stream does not end, so its beginning is enough.
      request.addEventListener('readystatechange', () => {
        if (request.responseText !== '') resolve(request.responseText);
      });
      request.addEventListener('loadend', () => resolve(request.responseText || undefined));
      request.send(method === 'GET' ? null : (body ?? '{}'));
    });

/** Fails the test if the beacons of the page are together too large to be sent. */
const sendBeacon = async (url: string, data: BodyInit): Promise<string | undefined> =>
  navigator.sendBeacon(url, data) ? undefined : 'nothing, as the beacon was not sent';

const channels: Readonly<Record<string, Attempt>> = {
  'XMLHttpRequest, text/plain': xhr('text/plain', false),
  'XMLHttpRequest, JSON, with credentials': xhr('application/json', true),
  'a beacon of text': ({ url, body }) =>
    sendBeacon(url, new Blob([body ?? '{}'], { type: 'text/plain' })),
  'a beacon of JSON': ({ url, body }) =>
    sendBeacon(url, new Blob([body ?? '{}'], { type: 'application/json' })),
  'a beacon of a form': ({ url, body }) =>
    sendBeacon(url, new URLSearchParams({ body: body ?? '{}' })),
  'an EventSource': ({ url }) =>
    new Promise((resolve) => {
      const source = new EventSource(url, { withCredentials: true });
      const end = (text: string | undefined) => {
        source.close();
        resolve(text);
      };
      source.addEventListener('message', ({ data }) => end(String(data)));
      source.addEventListener('error', () => end(undefined));
    }),
  'a WebSocket': ({ url }) =>
    new Promise((resolve) => {
      const socket = new WebSocket(url.replace(/^http/u, 'ws'));
      socket.addEventListener('open', () => resolve('a connection'));
      socket.addEventListener('error', () => resolve(undefined));
    }),
};

/** Adds an element that loads the URL; resolves with what the page could get out of it. */
const loading =
  (tag: string, attributes: (url: string) => Readonly<Record<string, string>>): Attempt =>
  ({ url }) =>
    new Promise((resolve) => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes(url)))
        element.setAttribute(name, value);
      element.addEventListener('error', () => resolve(undefined));
      element.addEventListener('load', () => resolve(`it was loaded by <${tag}>`));
      document.body.append(element);
    });

/** Preloads a URL, which does not reveal its content. */
const preloading =
  (rel: string, as: string): Attempt =>
  async (aim) => {
    await loading('link', (href) => ({ href, rel, as }))(aim);
    return undefined;
  };

const scripts: Readonly<Record<string, Attempt>> = {
  'an image': loading('img', (src) => ({ src })),
  'an image, cors': loading('img', (src) => ({ src, crossorigin: 'anonymous' })),
  'a script': loading('script', (src) => ({ src })),
  'a script module': loading('script', (src) => ({ src, type: 'module' })),
  'a style sheet': loading('link', (href) => ({ href, rel: 'stylesheet' })),
  'a preloaded script': preloading('preload', 'script'),
  'a preloaded fetch': preloading('preload', 'fetch'),
  'a preloaded module': preloading('modulepreload', 'script'),
  'a prefetch': preloading('prefetch', 'fetch'),
  'an import': async ({ url }) => {
    await import(/* @vite-ignore */ url);
    return 'a module';
  },
  'a worker': ({ url }) =>
    new Promise((resolve) => {
      const worker = new Worker(url);
      worker.addEventListener('error', () => resolve(undefined));
      worker.addEventListener('message', () => resolve('a worker'));
    }),
  'a service worker': async ({ url }) => {
    await navigator.serviceWorker.register(url);
    return 'a service worker';
  },
  'a font': async ({ url }) => {
    await new FontFace('stolen', `url(${url})`).load();
    return 'a font';
  },
};

/** All attempts that end by themselves, by name. */
export const attempts: Readonly<Record<string, Attempt>> = { ...fetches, ...channels, ...scripts };

/** Makes every attempt on every aim, aims in parallel. */
export const tryAll = async (
  aims: readonly Aim[],
): Promise<{ attempt: string; aim: Aim; text: string }[]> => {
  const taken: { attempt: string; aim: Aim; text: string }[] = [];
  const tryOne = async (attempt: string, aim: Aim): Promise<void> => {
    const text = await attempts[attempt]?.(aim).catch(() => undefined);
    if (text !== undefined && text !== '') taken.push({ attempt, aim, text });
  };
  for (const attempt of Object.keys(attempts))
    await Promise.all(
      aims.map((aim) =>
        tryOne(attempt, { ...aim, url: aim.url.replace('{attempt}', encodeURIComponent(attempt)) }),
      ),
    );
  return taken;
};
