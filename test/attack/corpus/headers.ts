import { change, json, request, type Attack } from './attack.ts';

const filler = (count: number): string[] => Array.from({ length: count }, (_, i) => `x${i}:y`);

type Hostile = readonly [weakness: string, lines: readonly string[]];
/** Headers that flood, crash or mislead parsers. Sent with an Origin that is refused. */
const hostile: readonly Hostile[] = [
  ['__proto__, CVE-2026-21710 (Node.js)', ['__proto__: x']],
  ['__proto__ twice, CVE-2026-21710', ['__proto__: x', '__proto__: y']],
  ['constructor', ['constructor: x']],
  ['toString', ['toString: x', 'hasOwnProperty: y']],
  ['a forwarded origin', ['X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Proto: https']],
  ['a real address', ['X-Real-IP: 127.0.0.1', 'Forwarded: for=127.0.0.1;host=localhost']],
  ['a rewritten path', ['X-Original-URL: /api/exit', 'X-Rewrite-URL: /api/exit']],
  ['an internal request, CVE-2025-29927 (Next.js)', ['x-middleware-subrequest: middleware']],
  ['another method', ['X-HTTP-Method: DELETE', 'X-Method-Override: DELETE']],
  ['a cookie', ['Cookie: token=x; session=y', 'Cookie: __proto__=z']],
  ['a Referer of ours', ['Referer: http://127.0.0.1/']],
  ['a range', ['Range: bytes=0-18446744073709551615']],
  ['1,000 ranges, CVE-2011-3192 (Apache)', [`Range: bytes=${'0-,'.repeat(1000)}0-`]],
  ['Accept-Encoding with 4,000 codings', [`Accept-Encoding: ${'gzip;q=0.1,'.repeat(1000)}br`]],
  ['a hop that drops Origin', ['Connection: close, Origin, Sec-Fetch-Site']],
];

/** Accepted or refused, depending on the version of Node. */
const manyLines: readonly Hostile[] = [['1,000 lines', filler(1000)]];

/** Headers that flood, crash or mislead. */
export const headerAttacks: readonly Attack[] = [
  ...hostile.map(([weakness, lines]): Attack => ({
    name: `headers: ${weakness}`,
    bytes: (target) => change(target, { lines: [json, 'Origin: https://evil.example', ...lines] }),
    expected: [403],
  })),
  ...manyLines.map(([weakness, lines]): Attack => ({
    name: `headers: ${weakness}`,
    bytes: (target) => change(target, { lines: [json, 'Origin: https://evil.example', ...lines] }),
    expected: [403, 431],
  })),
  ...hostile.map(([weakness, lines]): Attack => ({
    name: `headers, of what looks like a tool: ${weakness}`,
    bytes: (target) => change(target, { lines: [json, ...lines], body: '[]' }),
    expected: [400],
  })),
  {
    name: 'headers: 64 KiB in one line, CVE-2018-12121 (Node.js)',
    bytes: (target) => request(target, { lines: [`X: ${'a'.repeat(64 * 1024)}`] }),
    expected: [431, 'closed'],
  },
  {
    name: 'headers: 64 KiB in one name',
    bytes: (target) => request(target, { lines: [`${'X'.repeat(64 * 1024)}: a`] }),
    expected: [431, 'closed'],
  },
  {
    name: 'headers: 20,000 lines',
    bytes: (target) => request(target, { lines: filler(20_000) }),
    expected: [431, 'closed'],
  },
  {
    name: 'headers: our Host behind more lines than are kept',
    bytes: (target) =>
      change(target, {
        host: null,
        lines: [...Array.from({ length: 2500 }, () => 'a:b'), 'Host: evil.example', json],
      }),
    expected: [400, 403, 431],
  },
  {
    name: 'headers: a target of 64 KiB',
    bytes: (target) => request(target, { target: `/${'a'.repeat(64 * 1024)}` }),
    expected: [431, 'closed'],
  },
  {
    name: 'headers: a query of 64 KiB',
    bytes: (target) => request(target, { target: `${target.read}?${'a'.repeat(64 * 1024)}` }),
    expected: [431, 'closed'],
  },
  {
    name: 'headers: that never end, CVE-2018-12122 (Node.js)',
    bytes: (target) => request(target).subarray(0, -2),
    expected: [400, 'closed'],
    over: 'sent',
  },
  {
    name: 'headers: nothing at all',
    bytes: () => Buffer.alloc(0),
    expected: ['closed'],
    over: 'sent',
  },
  {
    name: 'headers: line breaks without end',
    bytes: () => Buffer.from('\r\n'.repeat(100_000)),
    expected: [400, 431, 'closed'],
    over: 'sent',
  },
];
