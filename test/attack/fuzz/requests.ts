import fc from 'fast-check';
import type { Route } from '../../../shared/session/route.ts';
import { fromSchema, type ByName } from './from-schema.ts';

/** A request to send; lengths and Host are added. */
export interface FuzzedRequest {
  /** Id of the route it was generated for. */
  readonly route: string;
  readonly method: string;
  /** Including the query. */
  readonly target: string;
  readonly lines: readonly string[];
  readonly body: string | undefined;
}

const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  'annotations',
  '',
];

const junk = fc.oneof(fc.jsonValue(), fc.constantFrom(null, [], {}, '', 0, -1, 2 ** 53, '\0'));

/** The value with a part removed, replaced, added or wrapped. */
const spoilt = (value: unknown): fc.Arbitrary<unknown> => {
  const wrapped = fc.constantFrom([value], { annotations: [value] }, { annotations: value });
  if (typeof value !== 'object' || value === null) return fc.oneof(junk, wrapped);
  const keys = [...Object.keys(value), ...hostileKeys];
  const changed = fc.tuple(fc.constantFrom(...keys), junk).map(([key, part]) => {
    const entries = Object.entries(value).filter(([name]) => name !== key);
    return Object.fromEntries([...entries, [key, part]]);
  });
  const without = fc
    .constantFrom(...keys)
    .map((key) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)));
  return fc.oneof(changed, without, wrapped);
};

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

/** Bodies as text: valid, nearly valid, truncated, and junk. */
const bodiesOf = ({ body }: Route, byName: ByName): fc.Arbitrary<string | undefined> => {
  const valid = body === undefined ? junk : fromSchema(body, byName);
  return fc.oneof(
    { weight: 5, arbitrary: valid.map(textOf) },
    { weight: 4, arbitrary: valid.chain(spoilt).map(textOf) },
    {
      weight: 1,
      arbitrary: fc.tuple(valid.map(textOf), fc.nat(60)).map(([text, end]) => text.slice(0, end)),
    },
    { weight: 1, arbitrary: junk.map(textOf) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
};

/** Placeholder for an id issued by the server; replaced when the request is sent. */
export const knownId = '0known0';

const queryValue = fc.oneof(
  { weight: 3, arbitrary: fc.constant(knownId) },
  fc.string({ maxLength: 20 }),
  fc.nat(100).map(String),
  fc.uuid(),
  fc.constantFrom('', '-1', '1e9', '0x1', '\0', '../..', '__proto__'),
);

const queriesOf = ({ query }: Route): fc.Arbitrary<string> => {
  const names = [...Object.keys(query?.shape ?? {}), ...hostileKeys, 'id', 'since', 'x'];
  const pair = fc
    .tuple(fc.constantFrom(...names), queryValue)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: pair.map((text) => `?${text}`) },
    {
      weight: 2,
      arbitrary: fc.array(pair, { maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`),
    },
    { weight: 1, arbitrary: fc.webQueryParameters().map((text) => `?${text}`) },
    { weight: 1, arbitrary: fc.constantFrom('?', '??', '?%', '?%zz=%ff', '?=', '?&&', '?a[b]=c') },
  );
};

const pathsOf = ({ path }: Route, ids: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const good = ids.map((id) => path.replaceAll(/\{\w+\}/gu, id));
  const bent = fc
    .tuple(good, fc.constantFrom('/', '//', '/..', '/.', '%2f', '%00', ';x', '%', '.json', '\\'))
    .map(([text, end]) => text + end);
  return fc.oneof(
    { weight: 12, arbitrary: good },
    { weight: 1, arbitrary: bent },
    { weight: 1, arbitrary: fc.webPath().map((text) => (text.startsWith('/') ? text : '/')) },
  );
};

const types = [
  'Content-Type: application/json; charset=utf-8',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: application/JSON ;x=y',
  'Content-Type: text/plain',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Type: multipart/form-data; boundary=x',
  'Content-Type:',
];

const extraLines = [
  'Origin: http://evil.example',
  'Origin: null',
  'Sec-Fetch-Site: cross-site',
  'Sec-Fetch-Site: same-origin',
  'Content-Encoding: gzip',
  'Content-Encoding: identity',
  'Accept-Encoding: br;q=1e9, gzip;q=, *;q=x',
  'Accept: text/event-stream',
  'If-None-Match: *',
  'Range: bytes=9-1',
  'Expect: 100-continue',
  '__proto__: x',
  'Last-Event-ID: 9999999999',
];

const linesOf = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(['Content-Type: application/json']) },
      { weight: 2, arbitrary: fc.constantFrom(...types).map((line) => [line]) },
      { weight: 1, arbitrary: fc.constant<string[]>([]) },
    ),
    fc.oneof(
      { weight: 8, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: fc.subarray(extraLines, { maxLength: 3 }) },
    ),
  )
  .map(([type, more]) => [...type, ...more]);

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

interface FuzzOptions {
  readonly routes: readonly Route[];
  /** Values for path parameters. */
  readonly ids: fc.Arbitrary<string>;
  /** Generators for some fields, so that sessions stay on this machine. */
  readonly byName?: ByName;
}

/** Routes that do the most are requested more often. */
const weights: Readonly<Record<string, number>> = {
  addAnnotations: 4,
  updateAnnotation: 3,
  openSession: 2,
};

/** Requests to the routes of a table, generated from their schemas. */
export const requestsTo = ({
  routes,
  ids,
  byName = {},
}: FuzzOptions): fc.Arbitrary<FuzzedRequest> =>
  fc.oneof(
    ...routes.map((route) => ({
      weight: weights[route.id] ?? 1,
      arbitrary: fc.record({
        route: fc.constant(route.id),
        method: fc.oneof(
          { weight: 9, arbitrary: fc.constant<string>(route.method) },
          { weight: 1, arbitrary: fc.constantFrom(...methods) },
        ),
        target: fc
          .tuple(pathsOf(route, ids), queriesOf(route))
          .map(([path, query]) => path + query),
        lines: linesOf,
        body: bodiesOf(route, byName),
      }),
    })),
  );
