import { change, json, request, type Attack, type Target } from './attack.ts';

const encodedCharacter = (character: string): string => `%${character.charCodeAt(0).toString(16)}`;

/** Targets that try to get from a session to another one, the control API, or another machine. */
const detours: readonly (readonly [weakness: string, target: (target: Target) => string])[] = [
  ['up to the control API', ({ prefix }) => `${prefix}/../../v1/sessions`],
  ['up to the control API, encoded', ({ prefix }) => `${prefix}/%2e%2e/%2e%2e/v1/sessions`],
  ['up to the control API, encoded slashes', ({ prefix }) => `${prefix}/..%2f..%2fv1/sessions`],
  ['up to the control API, backslashes', ({ prefix }) => `${prefix}/..\\..\\v1\\sessions`],
  ['up to the control API, semicolons', ({ prefix }) => `${prefix}/..;/..;/v1/sessions`],
  ['up and down to itself', ({ prefix, read }) => `${prefix}/../..${read}`],
  ['up and down to another', ({ prefix }) => `${prefix}/../000000000000/api/session`],
  ['another, encoded', ({ prefix }) => `${prefix}%2f..%2f000000000000/`],
  ['the control API', () => '/v1/sessions'],
  ['the control API, below the sessions', () => '/s/v1/sessions'],
  ['the control API, below the dashboard', () => '/dashboard/v1/shutdown'],
  ['the control API, up from the dashboard', () => '/dashboard/../v1/sessions'],
  ['the control API, up from the dashboard, encoded', () => '/dashboard/%2e%2e/v1/sessions'],
  ['the figures, below the dashboard', () => '/dashboard/metrics'],
  ['the files of the page, and out of them', () => '/dashboard/assets/../../worker.cjs'],
  ['the figures', () => '/metrics'],
  ['the files of a page without a session', () => '/assets/index.js'],
  ['an unknown session', () => '/s/000000000000/api/session'],
  ['a session by its prototype', () => '/s/__proto__/api/session'],
  ['a session by a long name', () => `/s/${'0'.repeat(8000)}/`],
  ['a session by its port', ({ port }) => `/s/${port}/api/session`],
  ['a session by an address', () => '/s/169.254.169.254/latest/meta-data'],
  ['a session by a name, CVE-2024-35225 (jupyter-server-proxy)', () => '/s/evil.example:80/'],
  ['a session by a URL', () => '/s/http://169.254.169.254/'],
  ['a session by user info', ({ prefix }) => `${prefix}@evil.example/`],
  ['a port behind the session', ({ prefix }) => `${prefix}:22/api/session`],
  ['another host behind the session', ({ prefix }) => `${prefix}//evil.example/api/session`],
  ['a proxy in the path', ({ prefix }) => `${prefix}/http://169.254.169.254/latest/meta-data`],
  ['script in the name, CVE-2024-35225', () => '/s/<script>alert(1)</script>/'],
  ['capitals in the name', ({ prefix, read }) => prefix.toUpperCase() + read.slice(prefix.length)],
  ['an encoded name', ({ read }) => read.replace(/(?<=^\/s\/)./u, encodedCharacter)],
  ['two slashes behind the name', ({ prefix, read }) => read.replace(prefix, `${prefix}/`)],
  ['a dot before the name', ({ read }) => read.replace('/s/', '/s/./')],
  ['the session twice', ({ prefix, read }) => prefix + read],
];

/** Headers that only a session behind the gateway would trust. */
const claims: readonly (readonly [weakness: string, lines: (target: Target) => string[]])[] = [
  ["the Host of the session's own server", () => ['X-Forwarded-Host: 127.0.0.1']],
  ['a Host in Forwarded', () => ['Forwarded: host=127.0.0.1;for=127.0.0.1']],
  ['an Origin that a hop is to drop', () => ['Connection: close, Origin']],
  [
    'a relation that a hop is to drop',
    () => ['Connection: close, Sec-Fetch-Site', 'Sec-Fetch-Site: cross-site'],
  ],
];

/** Headers on whose body length gateway and session may disagree. */
const ends: readonly (readonly [weakness: string, lines: readonly string[]])[] = [
  ['a length that a hop is to drop', ['Connection: close, Content-Length', 'Content-Length: 2']],
  [
    'chunks that a hop is to drop',
    ['Connection: close, Transfer-Encoding', 'Transfer-Encoding: chunked'],
  ],
];

/** Attacks on the gateway between clients and sessions. */
export const gatewayAttacks: readonly Attack[] = [
  ...detours.map(([weakness, detour]): Attack => ({
    name: `gateway: ${weakness}`,
    on: 'gateway',
    bytes: (target) => request(target, { target: detour(target) }),
    expected: [400, 404],
  })),
  ...detours.map(([weakness, detour]): Attack => ({
    name: `gateway, writing: ${weakness}`,
    on: 'gateway',
    bytes: (target) => change(target, { target: detour(target) }),
    expected: [400, 404],
  })),
  ...claims.map(([weakness, lines]): Attack => ({
    name: `gateway: another site, with ${weakness}`,
    on: 'gateway',
    bytes: (target) =>
      change(target, { lines: [json, 'Origin: https://evil.example', ...lines(target)] }),
    expected: [403],
  })),
  ...ends.map(([weakness, lines]): Attack => ({
    name: `gateway, smuggling: ${weakness}`,
    on: 'gateway',
    bytes: (target) => {
      const hidden = change(target).toString('latin1');
      const chunked = lines.some((line) => line.endsWith('chunked'));
      const body = chunked ? `2\r\n[]\r\n0\r\n\r\n${hidden}` : `[]${hidden}`;
      return change(target, { lines: [json, ...lines], body });
    },
    expected: [400, 'closed'],
  })),
  {
    name: 'gateway, smuggling: a request in the body of a GET, which is not handed on',
    on: 'gateway',
    bytes: (target) =>
      request(target, {
        target: `${target.prefix}/api/nothing`,
        lines: [json],
        body: change(target),
      }),
    expected: [404],
  },
];
