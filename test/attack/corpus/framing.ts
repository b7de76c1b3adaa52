import { change, json, request, type Attack, type Target } from './attack.ts';

/** A hidden request inside the first one, which would change something if it were processed. */
const smuggled = (target: Target): string => change(target, { lines: [json] }).toString('latin1');

const hostOf = ({ port }: Target): string => `Host: 127.0.0.1:${port}`;

/** A POST with an ambiguous end, followed by a hidden request. */
const ambiguous = (target: Target, lines: readonly string[], body: string): Buffer =>
  Buffer.from(
    [
      `POST ${target.write.path} HTTP/1.1`,
      hostOf(target),
      ...target.credentials,
      json,
      ...lines,
      '',
      `${body}${smuggled(target)}`,
    ].join('\r\n'),
    'latin1',
  );

const chunked = 'Transfer-Encoding: chunked';
const empty = '0\r\n\r\n';

/** Headers on whose body length two parsers may disagree. */
const ends: readonly (readonly [weakness: string, lines: readonly string[], body: string])[] = [
  ['CL.TE, CVE-2022-32213 (Node.js)', ['Content-Length: 5', chunked], empty],
  ['TE.CL', [chunked, 'Content-Length: 4'], empty],
  ['two lengths', ['Content-Length: 0', 'Content-Length: 500'], ''],
  ['two equal lengths', ['Content-Length: 0', 'Content-Length: 0'], ''],
  ['a list of lengths', ['Content-Length: 0, 0'], ''],
  ['a length with a sign', ['Content-Length: +0'], ''],
  ['a negative length', ['Content-Length: -1'], ''],
  ['a hexadecimal length', ['Content-Length: 0x0'], ''],
  ['a length with a fraction', ['Content-Length: 0.0'], ''],
  ['a length that overflows', ['Content-Length: 18446744073709551616'], ''],
  ['a length with a space in it', ['Content-Length: 0 0'], ''],
  ['a length that is none', ['Content-Length: zero'], ''],
  ['a space before the name, CVE-2024-27982 (Node.js)', [' Content-Length: 400'], ''],
  ['a space before the colon, CVE-2021-22959 (Node.js)', ['Content-Length : 0'], ''],
  ['a tab before the colon', ['Transfer-Encoding\t: chunked'], empty],
  ['a folded line, CVE-2022-32215 (Node.js)', ['Transfer-Encoding: chunked', ' , identity'], empty],
  ['chunked not last, CVE-2022-32215', ['Transfer-Encoding: chunked, identity'], empty],
  ['an unknown coding', ['Transfer-Encoding: xchunked'], empty],
  ['a coding in quotes', ['Transfer-Encoding: "chunked"'], empty],
  ['a coding behind a control character', ['Transfer-Encoding: \x0bchunked'], empty],
  ['two codings, CVE-2022-32213', [chunked, 'Transfer-Encoding: cow'], empty],
  ['a bare LF in a header, CVE-2022-32214', ['X-A: b\nTransfer-Encoding: chunked'], empty],
  [
    'a bare CR in a header, CVE-2023-30589 (Node.js)',
    ['X-A: b\rTransfer-Encoding: chunked'],
    empty,
  ],
  ['a NUL in a header', ['X-A: b\0', 'Content-Length: 0'], ''],
  ['a NUL in a name', ['X\0A: b', 'Content-Length: 0'], ''],
  ['a line without a colon', ['Content-Length'], ''],
  ['an empty name', [': x', 'Content-Length: 0'], ''],
  ['a name that is no token', ['X(A): b', 'Content-Length: 0'], ''],
  ['a chunk size that is none', [chunked], `zz\r\n${empty}`],
  ['a chunk size with a prefix', [chunked], `0x2\r\n{}\r\n${empty}`],
  ['a chunk size with a sign', [chunked], `-1\r\n${empty}`],
  ['a chunk size that overflows', [chunked], `fffffffffffffffff\r\n${empty}`],
  ['a chunk longer than its size', [chunked], `1\r\n{}\r\n${empty}`],
  ['a chunk ended by LF, CVE-2022-35256 (Node.js)', [chunked], `2\n{}\n0\n\n`],
  ['an extension with a bare LF, CVE-2021-22960 (Node.js)', [chunked], `2;a\nb\r\n{}\r\n${empty}`],
];

/** Invalid start lines, or with targets that are not our paths. */
const starts: readonly (readonly [weakness: string, line: string])[] = [
  ['HTTP/2 without being asked', 'PRI * HTTP/2.0'],
  ['a version that is none', 'GET {read} HTTP/9.9'],
  ['a method that is none', 'get {read} HTTP/1.1'],
  ['a method of another protocol', 'HELO evil.example'],
  ['a space before the method', ' GET {read} HTTP/1.1'],
  ['a space in the target', 'GET {read} x HTTP/1.1'],
  ['a tab in the target', 'GET {read}\tx HTTP/1.1'],
  ['a NUL in the target', 'GET {read}\0 HTTP/1.1'],
  ['a LF in the target', 'GET {read}\n HTTP/1.1'],
  ['no target', 'GET HTTP/1.1'],
  ['a tunnel', 'CONNECT evil.example:80 HTTP/1.1'],
  ['a tunnel to ourselves', 'CONNECT 127.0.0.1:{port} HTTP/1.1'],
  ['a target without a slash', 'GET api/session HTTP/1.1'],
  ['a target that is only a query', 'GET ?x HTTP/1.1'],
  ['a backslash', 'GET \\api\\session HTTP/1.1'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['TRACE, cross-site tracing', 'TRACE {read} HTTP/1.1'],
  ['WebDAV', 'PROPFIND / HTTP/1.1'],
  ['an invented method', 'FROBNICATE {read} HTTP/1.1'],
];

/** Targets that are not paths: a URL parser may find another host or path in them. */
const foreignTargets: typeof starts = [
  ['a proxy: another host', 'GET http://evil.example{read} HTTP/1.1'],
  ['a proxy: ours', 'GET http://127.0.0.1:{port}{read} HTTP/1.1'],
  ['a proxy: the metadata service', 'GET http://169.254.169.254/latest/meta-data HTTP/1.1'],
  ['a proxy: a file', 'GET file:///etc/passwd HTTP/1.1'],
  ['the server as a whole', 'OPTIONS * HTTP/1.1'],
];

/** Accepted by Node's parser as valid; they must not get around the Host check. */
const lenientStarts: typeof starts = [
  ['another protocol', 'GET {read} RTSP/1.0'],
  ['HTTP/0.9', 'GET {read}'],
  ['two spaces before the target', 'GET  {read} HTTP/1.1'],
  ['a fragment, CVE-2025-32395 (Vite)', 'GET /#{read} HTTP/1.1'],
];

/** A request with this start line and the required headers. */
const started = (target: Target, line: string, host: string): Buffer => {
  const start = line.replaceAll('{read}', target.read).replaceAll('{port}', String(target.port));
  const rest = [host, ...target.credentials, 'Connection: close', '', ''];
  return Buffer.from([start, ...rest].join('\r\n'), 'latin1');
};

const expectedOfStart = [400, 403, 404, 405, 'closed'] as const;

/** Requests with an ambiguous start or end: smuggling, and lines that no parser should accept. */
export const framing: readonly Attack[] = [
  ...ends.map(([weakness, lines, body]): Attack => ({
    name: `smuggling: ${weakness}`,
    bytes: (target) => ambiguous(target, lines, body),
    expected: [400, 'closed'],
  })),
  ...starts.map(([weakness, line]): Attack => ({
    name: `start line: ${weakness}`,
    bytes: (target) => started(target, line, hostOf(target)),
    expected: expectedOfStart,
  })),
  ...foreignTargets.map(([weakness, line]): Attack => ({
    name: `start line: ${weakness}`,
    bytes: (target) => started(target, line, hostOf(target)),
    expected: [400],
  })),
  ...lenientStarts.map(([weakness, line]): Attack => ({
    name: `start line, and a rebound Host: ${weakness}`,
    bytes: (target) => started(target, line, 'Host: evil.example'),
    expected: [403, 400],
  })),
  {
    name: 'smuggling: a request in the body of one that is refused',
    bytes: (target) =>
      change(target, { lines: ['Content-Type: text/plain'], body: smuggled(target) }),
    expected: [415],
  },
  {
    name: 'smuggling: a request behind one whose body nobody reads',
    bytes: (target) =>
      Buffer.concat([
        change(target, {
          lines: ['Content-Type: text/plain', 'Content-Length: 9', 'Connection: keep-alive'],
          body: '',
        }),
        change(target),
      ]),
    expected: [415, 400, 'closed'],
  },
  {
    name: 'Host: none, in HTTP/1.1',
    bytes: (target) => change(target, { host: null }),
    expected: [400],
  },
  {
    name: 'Host: none, in HTTP/1.0',
    bytes: (target) => change(target, { host: null, version: 'HTTP/1.0' }),
    expected: [403],
  },
  {
    name: 'Host: none, in HTTP/1.0, with an absolute target',
    bytes: (target) =>
      request(target, {
        host: null,
        version: 'HTTP/1.0',
        target: `http://127.0.0.1:${target.port}${target.read}`,
      }),
    expected: [403],
  },
  ...[
    ['ours first', (ours: string) => [ours, 'Host: evil.example']],
    ['ours last', (ours: string) => ['Host: evil.example', ours]],
    ['ours twice', (ours: string) => [ours, ours]],
    ['in capitals', (ours: string) => [ours, 'HOST: evil.example']],
    ['the second empty', (ours: string) => [ours, 'Host:']],
    ['folded', (ours: string) => [ours, ' evil.example']],
  ].map(([weakness, lines]): Attack => ({
    name: `Host twice: ${String(weakness)}`,
    bytes: (target) =>
      change(target, {
        host: null,
        lines: [...(lines as (ours: string) => string[])(hostOf(target)), json],
      }),
    expected: [403, 400],
  })),
];
