import { change, json, request, type Attack, type Target } from './attack.ts';

type Lines = (port: number) => readonly string[];

/** In remote mode, a proxy may serve the page over HTTPS. */
const oursByHttps = 'ours by https';

/** Browser headers of requests that are not from our own page. */
const strangers: readonly (readonly [who: string, lines: Lines])[] = [
  ['another site, CVE-2025-24010 (Vite)', () => ['Origin: https://evil.example']],
  ['another port, CVE-2025-30359 (webpack-dev-server)', () => ['Origin: http://127.0.0.1:1']],
  ['another port by name', () => ['Origin: http://localhost:3000']],
  ['another name of this port', (port) => [`Origin: http://localhost:${port}`]],
  ['localhost as a prefix, CVE-2026-22812 (opencode)', () => ['Origin: http://localhost.evil:80']],
  ['ours as a prefix', (port) => [`Origin: http://127.0.0.1:${port}.evil.example`]],
  ['a port that begins like ours', (port) => [`Origin: http://127.0.0.1:${port}0`]],
  ['ours without its port', () => ['Origin: http://127.0.0.1']],
  [oursByHttps, (port) => [`Origin: https://127.0.0.1:${port}`]],
  ['ours with a path', (port) => [`Origin: http://127.0.0.1:${port}/`]],
  ['ours as user info', (port) => [`Origin: http://127.0.0.1:${port}@evil.example`]],
  ['an IP address, CVE-2025-30360 (webpack-dev-server)', () => ['Origin: http://192.168.1.2']],
  ['a sandboxed frame: null', () => ['Origin: null']],
  ['a file of this machine', () => ['Origin: file://']],
  ['an extension', () => ['Origin: chrome-extension://abcdefghijklmnop']],
  ['an editor, CVE-2025-52882 (an IDE extension)', () => ['Origin: vscode-webview://1']],
  ['empty', () => ['Origin:']],
  ['malformed, CVE-2026-14631 (webpack-dev-server)', () => ['Origin: http://[']],
  ['malformed: no URL at all', () => ['Origin: %']],
  ['prototype pollution by the Origin', () => ['Origin: __proto__']],
  ['two Origins, ours first', (port) => [`Origin: http://127.0.0.1:${port}`, 'Origin: null']],
  ['two Origins, ours last', (port) => ['Origin: null', `Origin: http://127.0.0.1:${port}`]],
  ['two Origins in one', (port) => [`Origin: http://127.0.0.1:${port} https://evil.example`]],
  ['cross-site, CVE-2025-49596 (MCP Inspector)', () => ['Sec-Fetch-Site: cross-site']],
  ['same-site: another port of this host', () => ['Sec-Fetch-Site: same-site']],
  ['an unknown relation', () => ['Sec-Fetch-Site: same-universe']],
  ['an empty relation', () => ['Sec-Fetch-Site:']],
  ['a relation in capitals', () => ['Sec-Fetch-Site: SAME-ORIGIN']],
  ['two relations', () => ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site']],
  [
    'same-origin, and an Origin that is not',
    () => ['Sec-Fetch-Site: same-origin', 'Origin: https://evil.example'],
  ],
  [
    'our Origin, and cross-site',
    (port) => ['Sec-Fetch-Site: cross-site', `Origin: http://127.0.0.1:${port}`],
  ],
  [
    'a frame, CVE-2019-13450 (Zoom)',
    () => ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe'],
  ],
  [
    'a frame of another port',
    () => ['Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: frame'],
  ],
  [
    'an object',
    () => ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: object'],
  ],
  [
    'an embed',
    () => ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: embed'],
  ],
  [
    'a script, CVE-2023-40170 (Jupyter Server)',
    () => ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: script'],
  ],
  [
    'an image, CVE-2019-13450 (Zoom)',
    () => ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image'],
  ],
  [
    'a style sheet',
    () => ['Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: style'],
  ],
  [
    'fetch with cors, GHSA-67mh-4wv8-2f99 (esbuild)',
    () => ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: cors', 'Origin: https://evil.example'],
  ],
  [
    'an event stream, GHSA-67mh-4wv8-2f99 (esbuild)',
    () => ['Sec-Fetch-Site: same-site', 'Accept: text/event-stream', 'Origin: http://127.0.0.1:1'],
  ],
  [
    'a navigation into the API',
    () => ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'],
  ],
];

/** Those that are foreign to a kind of server. */
export const strangersTo = (kind: Target['kind']): typeof strangers =>
  strangers.filter(([who]) => kind !== 'gateway' || who !== oursByHttps);

/** Bodies that a page can send to other origins without preflight. */
const simpleBodies: readonly (readonly [kind: string, line: string | undefined])[] = [
  ['text/plain', 'Content-Type: text/plain'],
  ['text/plain with JSON in its parameter', 'Content-Type: text/plain; application/json'],
  ['a form', 'Content-Type: application/x-www-form-urlencoded'],
  ['a form with files', 'Content-Type: multipart/form-data; boundary=x'],
  [
    'a form with JSON in its boundary',
    'Content-Type: multipart/form-data; boundary=application/json',
  ],
  ['a beacon without a type', undefined],
  ['an empty type', 'Content-Type:'],
  ['a type that ends like ours', 'Content-Type: text/application/json'],
  ['a type that begins like ours', 'Content-Type: application/jsonp'],
  ['a list of types', 'Content-Type: text/plain, application/json'],
  ['a report', 'Content-Type: application/csp-report'],
  ['XML', 'Content-Type: application/xml'],
];

const form = 'Content-Type: application/x-www-form-urlencoded';
const evil = 'Origin: https://evil.example';

/** Uses of the page by other sites; only a top-level navigation is allowed. */
const pageUses: readonly (readonly [use: string, method: string, mode: string, dest: string])[] = [
  ['a frame around it, CVE-2019-13450 (Zoom)', 'GET', 'navigate', 'iframe'],
  ['a frame of a frameset', 'GET', 'navigate', 'frame'],
  ['an object', 'GET', 'navigate', 'object'],
  ['an embed', 'GET', 'navigate', 'embed'],
  ['a fenced frame', 'GET', 'navigate', 'fencedframe'],
  ['a form that is sent to it', 'POST', 'navigate', 'document'],
  ['a navigation that only asks for the head', 'HEAD', 'navigate', 'document'],
  ['a method that no navigation has', 'DELETE', 'navigate', 'document'],
  ['a script, CVE-2023-40170 (Jupyter Server)', 'GET', 'no-cors', 'script'],
  ['an image', 'GET', 'no-cors', 'image'],
  ['a fetch', 'GET', 'cors', 'empty'],
  ['a fetch that says it is a document', 'GET', 'cors', 'document'],
  ['a worker', 'GET', 'same-origin', 'worker'],
  ['a WebSocket', 'GET', 'websocket', 'websocket'],
];

/** Requests from pages of other sites and other ports, with and without preflight. */
export const crossSite: readonly Attack[] = [
  ...strangers.flatMap(([who, lines]): Attack[] => [
    {
      name: `cross-origin, reading: ${who}`,
      bytes: (target) => request(target, { lines: lines(target.port) }),
      expected: [403],
      isGoodRemotely: who === oursByHttps,
    },
    {
      name: `cross-origin, writing: ${who}`,
      bytes: (target) => change(target, { lines: [json, ...lines(target.port)] }),
      expected: [403],
      isGoodRemotely: who === oursByHttps,
    },
    {
      name: `cross-origin, ending it: ${who}`,
      bytes: (target) =>
        change(target, { target: target.end, lines: lines(target.port), body: '' }),
      expected: [403],
      isGoodRemotely: who === oursByHttps,
    },
  ]),
  ...simpleBodies.map(([kind, line]): Attack => ({
    name: `simple request without a browser's headers: ${kind}`,
    bytes: (target) => change(target, { lines: line === undefined ? [] : [line] }),
    expected: [415],
  })),
  ...simpleBodies.map(([kind, line]): Attack => ({
    name: `simple request of another site: ${kind}`,
    bytes: (target) => change(target, { lines: line === undefined ? [evil] : [line, evil] }),
    expected: [403],
  })),
  ...['cross-site', 'same-site'].flatMap((site) =>
    pageUses.map(([use, method, mode, dest]): Attack => ({
      name: `the page, ${site}: ${use}`,
      bytes: (target) =>
        request(target, {
          method,
          target: '/',
          lines: [`Sec-Fetch-Site: ${site}`, `Sec-Fetch-Mode: ${mode}`, `Sec-Fetch-Dest: ${dest}`],
        }),
      expected: [403],
    })),
  ),
  {
    name: 'simple request: a form whose only field makes JSON',
    bytes: (target) =>
      change(target, {
        lines: ['Content-Type: text/plain'],
        body: target.write.body.replace(/\}$/u, ',"pad":"=x"}'),
      }),
    expected: [415],
  },
  {
    name: 'method override: POST as DELETE',
    bytes: (target) => change(target, { lines: [form, evil, 'X-HTTP-Method-Override: DELETE'] }),
    expected: [403],
  },
  {
    name: 'writing that says it was typed into the address bar',
    bytes: (target) => change(target, { lines: [json, 'Sec-Fetch-Site: none'] }),
    expected: [403],
  },
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method): Attack => ({
    name: `preflight for ${method}, CVE-2026-22812 (opencode)`,
    bytes: (target) =>
      request(target, {
        method: 'OPTIONS',
        target: target.write.path,
        lines: [
          evil,
          `Access-Control-Request-Method: ${method}`,
          'Access-Control-Request-Headers: content-type, authorization',
          'Access-Control-Request-Private-Network: true',
        ],
      }),
    expected: [403],
  })),
];
