import { change, json, request, type Attack, type RequestParts, type Target } from './attack.ts';

const tokenOf = ({ credentials }: Target): string => credentials[0]?.split(' ').at(-1) ?? '';

/** Values to send instead of the token. */
const lines: readonly (readonly [weakness: string, line: (target: Target) => string[]])[] = [
  ['none, CVE-2025-49596 (MCP Inspector)', () => []],
  ['an empty one', () => ['Authorization:']],
  ['Bearer alone', () => ['Authorization: Bearer']],
  ['Bearer and a space', () => ['Authorization: Bearer ']],
  ['another', () => [`Authorization: Bearer ${'0'.repeat(48)}`]],
  ['a part of it', (target) => [`Authorization: Bearer ${tokenOf(target).slice(0, -1)}`]],
  ['more than it', (target) => [`Authorization: Bearer ${tokenOf(target)}0`]],
  ['it in capitals', (target) => [`Authorization: Bearer ${tokenOf(target).toUpperCase()}G`]],
  ['it by another scheme', (target) => [`Authorization: Basic ${tokenOf(target)}`]],
  ['it without a scheme', (target) => [`Authorization: ${tokenOf(target)}`]],
  ['it as a cookie', (target) => [`Cookie: token=${tokenOf(target)}`]],
  ['it in another header', (target) => [`X-Token: ${tokenOf(target)}`]],
  ['it behind a wrong one', (target) => ['Authorization: Bearer x', ...target.credentials]],
  ['it in a list', (target) => [`Authorization: Bearer x, Bearer ${tokenOf(target)}`]],
  ['undefined', () => ['Authorization: Bearer undefined']],
  ['null', () => ['Authorization: Bearer null']],
  ['a long one', () => [`Authorization: Bearer ${'a'.repeat(8000)}`]],
  ['a prototype', () => ['Authorization: Bearer __proto__']],
  ['a NUL of another encoding', () => ['Authorization: Bearer \xc0\x80']],
];

const anonymous = (parts: RequestParts): RequestParts => ({ ...parts, isAnonymous: true });

const ids: readonly string[] = [
  '..%2f..%2frun%2fregistry',
  '%2e%2e%2f%2e%2e%2frun%2fregistry',
  '..%5c..%5crun%5cregistry',
  '%2fetc%2fpasswd',
  '%00',
  '__proto__',
  'constructor',
  'toString',
  '0123456789ab',
  '0123456789ab%0a',
  '0123456789AB',
];

/** The control API without its token, and with ids that try to become paths. */
export const credentialAttacks: readonly Attack[] = [
  ...lines.flatMap(([weakness, line]): Attack[] => [
    {
      name: `token, reading: ${weakness}`,
      on: 'control',
      bytes: (target) => request(target, anonymous({ lines: line(target) })),
      expected: [401, 400],
    },
    {
      name: `token, writing: ${weakness}`,
      on: 'control',
      bytes: (target) => change(target, anonymous({ lines: [json, ...line(target)] })),
      expected: [401, 400],
    },
  ]),
  {
    name: 'token: in the query, CVE-2024-28224 (Ollama)',
    on: 'control',
    bytes: (target) =>
      request(target, anonymous({ target: `${target.read}?token=${tokenOf(target)}` })),
    expected: [401],
  },
  {
    name: 'token: in the user info of the target',
    on: 'control',
    bytes: (target) =>
      request(target, anonymous({ target: `http://${tokenOf(target)}@127.0.0.1${target.read}` })),
    expected: [400],
  },
  ...['', '/decision'].flatMap((end) =>
    ids.map((id): Attack => ({
      name: `id that is to become a path: /v1/sessions/${id}${end}`,
      on: 'control',
      bytes: (target) => request(target, { target: `/v1/sessions/${id}${end}` }),
      expected: [400, 404],
    })),
  ),
  ...[
    { mode: 'plan', path: '/proc/self/mem' },
    { mode: 'document', path: '/proc/self/mem' },
    { mode: 'review', patch: '/proc/self/mem' },
    { mode: 'plan', path: '/dev/zero' },
    { mode: 'document', path: '/dev/zero' },
    { mode: 'review', patch: '/dev/zero' },
    { mode: 'plan', path: '\0' },
    { mode: 'review', range: '--output=/tmp/x' },
    { mode: 'review', range: '\0' },
    { mode: 'document', url: 'file:///etc/passwd' },
    { mode: 'document', url: 'http://[' },
  ].map((source): Attack => ({
    name: `source that cannot be reviewed: ${JSON.stringify(source)}`,
    on: 'control',
    bytes: (target) => change(target, { body: JSON.stringify({ cwd: '/', ...source }) }),
    expected: [422],
  })),
  ...['', 'a b', '%00', 'a'.repeat(129), '..%2f', 'a:b', '%f0%9f%92%a9'].map(
    (challenge): Attack => ({
      name: `challenge that is none: ${challenge.slice(0, 20)}`,
      on: 'control',
      bytes: (target) => request(target, anonymous({ target: `/v1/hello?challenge=${challenge}` })),
      expected: [400],
    }),
  ),
  ...['-1', '61', '1e9', '0x1', '', '1&wait=2', '%00', '9'.repeat(300)].map((wait): Attack => ({
    name: `wait that is none: ${wait.slice(0, 20)}`,
    on: 'control',
    bytes: (target) =>
      request(target, { target: `/v1/sessions/0123456789ab/decision?wait=${wait}` }),
    expected: [400],
  })),
];
