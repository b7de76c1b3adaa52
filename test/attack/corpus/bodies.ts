import { change, json, type Attack, type Target } from './attack.ts';

const nested = (open: string, close: string, depth: number): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

const wide = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(',');

/** The valid body, with its fields only on the prototype. */
const byPrototype = (key: string, { write }: Target): string => `{"${key}":${write.body}}`;

type Body = (target: Target) => string | Buffer;

/** Bodies with the right content type that must not change anything. */
const bodies: readonly (readonly [weakness: string, body: Body])[] = [
  ['pollution, CVE-2019-10744 (lodash): __proto__', (target) => byPrototype('__proto__', target)],
  ['pollution: constructor', (target) => byPrototype('constructor', target)],
  ['pollution: prototype', (target) => byPrototype('prototype', target)],
  [
    'pollution: constructor.prototype',
    ({ write }) => `{"constructor":{"prototype":${write.body}}}`,
  ],
  ['pollution: an escaped __proto__', ({ write }) => `{"\\u005f_proto__":${write.body}}`],
  ['pollution: __proto__ twice', ({ write }) => `{"__proto__":{"__proto__":${write.body}}}`],
  ['pollution: __proto__ as null', () => '{"__proto__":null}'],
  [
    'pollution: __proto__ in a batch',
    ({ write }) => `{"annotations":[{"__proto__":${write.body}}]}`,
  ],
  [
    'pollution: a batch by prototype',
    ({ write }) => `{"__proto__":{"annotations":[${write.body}]}}`,
  ],
  [
    'pollution: an array with a length',
    ({ write }) => `{"annotations":{"0":${write.body},"length":1}}`,
  ],
  ['pollution: toJSON', () => '{"toJSON":"x","toString":1,"valueOf":null}'],
  ['pollution: hasOwnProperty', () => '{"hasOwnProperty":1}'],
  ['deep: 100,000 arrays', () => nested('[', ']', 100_000)],
  ['deep: 100,000 objects', () => nested('{"a":', '}', 40_000)],
  ['deep: in a field', () => `{"source":${nested('[', ']', 100_000)}}`],
  ['deep: in a batch', () => `{"annotations":${nested('[', ']', 100_000)}}`],
  ['deep: without an end', () => '['.repeat(200_000)],
  ['deep: objects without an end', () => '{"a":'.repeat(40_000)],
  ['wide: 20,000 keys', () => `{${wide(20_000, (index) => `"k${index}":1`)}}`],
  ['wide: 100,000 entries', () => `[${wide(100_000, () => '1')}]`],
  ['wide: a batch of 10,001', () => `{"annotations":[${wide(10_001, () => '{}')}]}`],
  ['wide: a batch of 10,000 that are none', () => `{"annotations":[${wide(10_000, () => '0')}]}`],
  ['wide: keys that collide', () => `{${wide(10_000, (index) => `"${index * 2 ** 32}":0`)}}`],
  ['wide: the same key 20,000 times', () => `{${wide(20_000, () => '"source":1')}}`],
  ['a long key', () => `{"${'k'.repeat(200_000)}":1}`],
  ['a long string', () => `{"source":"${'s'.repeat(200_000)}"}`],
  ['a long number', () => `{"source":${'9'.repeat(200_000)}}`],
  ['a number that overflows', () => '{"source":1e999999}'],
  ['null', () => 'null'],
  ['a string', () => '"x"'],
  ['a number', () => '0'],
  ['true', () => 'true'],
  ['an empty array', () => '[]'],
  ['an array of what would be good', ({ write }) => `[${write.body}]`],
  ['an empty object', () => '{}'],
  ['an empty batch', () => '{"annotations":[]}'],
  ['a batch that is none', () => '{"annotations":"x"}'],
  ['a batch with one that is not good', ({ write }) => `{"annotations":[${write.body},{}]}`],
  ['spaces only', () => '   '],
  ['a BOM only', () => '\ufeff'],
  ['not JSON', () => 'source=x&text=y'],
  ['JSON5', () => "{source:'x',text:'y'}"],
  ['NaN', () => '{"source":NaN}'],
  ['a comment', ({ write }) => `/* */${write.body}`],
  ['two values', ({ write }) => `${write.body}${write.body}`],
  ['JSON Lines', ({ write }) => `${write.body}\n${write.body}`],
  ['an XSSI prefix', ({ write }) => `)]}',\n${write.body}`],
  ['a truncated value', ({ write }) => write.body.slice(0, -1)],
  ['a NUL behind', ({ write }) => `${write.body}\0`],
  ['bytes that are no UTF-8', () => Buffer.from([0xff, 0xfe, 0xc0, 0xaf])],
  ['UTF-16', ({ write }) => Buffer.from(write.body, 'utf16le')],
  ['a gzip bomb that says nothing of it', () => Buffer.from('1f8b0800000000000003', 'hex')],
  [
    'XML with an entity, CVE-2014-3660',
    () => '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  ],
];

/** Content types and encodings that a request may declare. */
const claims: readonly (readonly [weakness: string, lines: readonly string[]])[] = [
  ['UTF-7', ['Content-Type: application/json; charset=utf-7']],
  ['UTF-16', ['Content-Type: application/json; charset=utf-16']],
  ['UTF-32', ['Content-Type: application/json; charset=utf-32le']],
  ['Latin-1', ['Content-Type: application/json; charset=iso-8859-1']],
  ['a charset that is none', ['Content-Type: application/json; charset=utf-evil']],
  ['a charset of a prototype', ['Content-Type: application/json; charset=utf-__proto__']],
  ['gzip', [json, 'Content-Encoding: gzip']],
  ['brotli', [json, 'Content-Encoding: br']],
  ['deflate', [json, 'Content-Encoding: deflate']],
  ['a coding that is none', [json, 'Content-Encoding: evil']],
  ['two codings', [json, 'Content-Encoding: gzip, gzip']],
  ['an expectation that is none', [json, 'Expect: 200-evil']],
];

const chunk = (size: number): string => `${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`;

/** Bodies: prototype pollution, depth, width, encodings, and floods. */
export const bodyAttacks: readonly Attack[] = [
  ...bodies.map(([weakness, body]): Attack => ({
    name: `body: ${weakness}`,
    bytes: (target) => change(target, { body: body(target) }),
    expected: [400],
  })),
  ...claims.map(([weakness, lines]): Attack => ({
    name: `body that claims ${weakness}`,
    bytes: (target) => change(target, { lines }),
    expected: [415, 417],
  })),
  {
    name: 'body: one byte too long',
    on: 'session',
    bytes: (target) => change(target, { body: `"${'a'.repeat(1024 * 1024)}"` }),
    expected: [413, 'closed'],
  },
  {
    name: 'body: a petabyte is announced, CVE-2024-45590 (body-parser)',
    bytes: (target) => change(target, { lines: [json, `Content-Length: ${10 ** 15}`], body: '{' }),
    expected: [413, 400, 'closed'],
    over: 'sent',
  },
  {
    name: 'body: 2 MiB in chunks',
    on: 'session',
    bytes: (target) =>
      change(target, {
        lines: [json, 'Transfer-Encoding: chunked'],
        body: `${chunk(64 * 1024).repeat(32)}0\r\n\r\n`,
      }),
    expected: [413, 'closed'],
  },
  {
    name: 'body: 100,000 chunks of one byte',
    bytes: (target) =>
      change(target, {
        lines: [json, 'Transfer-Encoding: chunked'],
        body: `${chunk(1).repeat(100_000)}0\r\n\r\n`,
      }),
    expected: [400],
  },
  {
    name: 'body: an extension of a chunk without end, CVE-2024-22019 (Node.js)',
    bytes: (target) =>
      change(target, {
        lines: [json, 'Transfer-Encoding: chunked'],
        body: `2;${'a'.repeat(128 * 1024)}`,
      }),
    expected: [413, 400, 'closed'],
  },
  {
    name: 'body: trailers that name another Host',
    bytes: (target) =>
      change(target, {
        lines: [json, 'Transfer-Encoding: chunked', 'Trailer: Host'],
        body: '2\r\n[]\r\n0\r\nHost: evil.example\r\n__proto__: x\r\n\r\n',
      }),
    expected: [400],
  },
  {
    name: 'body: shorter than it says',
    bytes: (target) => change(target, { lines: [json, 'Content-Length: 1000'] }),
    expected: [400, 'closed'],
    over: 'sent',
  },
  {
    name: 'body: chunks that never end',
    bytes: (target) =>
      change(target, { lines: [json, 'Transfer-Encoding: chunked'], body: chunk(10) }),
    expected: [400, 'closed'],
    over: 'sent',
  },
  {
    name: 'body: asked whether it may come, and then too long',
    bytes: (target) =>
      change(target, {
        lines: [json, 'Expect: 100-continue', `Content-Length: ${10 ** 15}`],
        body: '',
      }),
    expected: [100, 413, 400, 'closed'],
    over: 'sent',
  },
];
