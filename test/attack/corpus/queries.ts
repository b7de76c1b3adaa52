import { request, type Attack } from './attack.ts';

const annotations = '/api/external-annotations';

/** Queries to session routes that must not be misinterpreted or change anything. */
const queries: readonly (readonly [weakness: string, method: string, target: string])[] = [
  ['an array, CVE-2025-15284 (qs)', 'DELETE', `${annotations}?id[]=a&id[]=b`],
  ['an object, CVE-2022-24999 (qs)', 'DELETE', `${annotations}?a[__proto__]=b&a[length]=100000000`],
  ['__proto__', 'DELETE', `${annotations}?__proto__=x`],
  ['__proto__ with a field', 'DELETE', `${annotations}?__proto__[id]=x`],
  ['constructor', 'DELETE', `${annotations}?constructor=x`],
  ['the same field twice', 'DELETE', `${annotations}?source=a&source=b`],
  ['both fields', 'DELETE', `${annotations}?source=a&id=b`],
  ['an empty id', 'DELETE', `${annotations}?id=`],
  ['an empty source', 'DELETE', `${annotations}?source=`],
  ['a field that is misspelt', 'DELETE', `${annotations}?sources=a`],
  ['a field in capitals', 'DELETE', `${annotations}?ID=a`],
  ['a name without a value', 'DELETE', `${annotations}?id`],
  ['an id in an encoded name', 'DELETE', `${annotations}?i%64=`],
  ['no name', 'DELETE', `${annotations}?=x`],
  ['2,000 fields', 'DELETE', `${annotations}?${'a=b&'.repeat(2000)}`],
  ['malformed percent', 'DELETE', `${annotations}?%zz=%`],
  ['a second question mark', 'DELETE', `${annotations}??id=x`],
  ['since is negative', 'GET', `${annotations}?since=-1`],
  ['since is a fraction', 'GET', `${annotations}?since=0.5`],
  ['since is hexadecimal', 'GET', `${annotations}?since=0x0`],
  ['since with an exponent', 'GET', `${annotations}?since=1e1`],
  ['since is empty', 'GET', `${annotations}?since=`],
  ['since twice', 'GET', `${annotations}?since=0&since=1`],
  ['since with a line break', 'GET', `${annotations}?since=0%0a`],
  ['since with digits of another script', 'GET', `${annotations}?since=%d9%a1`],
  ['a draft of no generation', 'DELETE', '/api/draft'],
  ['a draft of a negative generation', 'DELETE', '/api/draft?generation=-1'],
  ['a draft of an endless generation', 'DELETE', `/api/draft?generation=${'9'.repeat(30)}`],
  ['a draft of two generations', 'DELETE', '/api/draft?generation=1&generation=2'],
];

/** Ids are looked up, never used as paths. */
const unknownIds: readonly string[] = [
  ';source=attack',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '__proto__',
  'constructor',
  'toString',
  "'%20OR%201=1--",
  '00000000-0000-0000-0000-000000000000',
  '*',
  '%2a',
  'undefined',
];

/** Queries with hidden content, and ids that point elsewhere. */
export const queryAttacks: readonly Attack[] = [
  ...queries.map(([weakness, method, target]): Attack => ({
    name: `query: ${weakness}: ${method} ${target.slice(0, 60)}`,
    on: 'session',
    bytes: (server) => request(server, { method, target }),
    expected: [400],
  })),
  ...unknownIds.map((id): Attack => ({
    name: `query: an annotation by the id ${id}`,
    on: 'session',
    bytes: (server) => request(server, { method: 'DELETE', target: `${annotations}?id=${id}` }),
    expected: [404],
  })),
  ...unknownIds.map((id): Attack => ({
    name: `query: a file's patch by the id ${id}`,
    on: 'session',
    bytes: (server) => request(server, { target: `/api/diff/file?id=${id}` }),
    expected: [404],
  })),
];
