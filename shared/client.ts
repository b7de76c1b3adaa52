import type * as z from 'zod';
import {
  splitTarget,
  type Method,
  type RouteSchemas,
  type Target,
  type Targets,
} from './session/route.ts';

/** An API, given by its two tables. Clients use the targets at runtime, and the schemas only as types. */
export interface Api {
  readonly targets: Targets;
  readonly schemas: Readonly<Record<string, RouteSchemas>>;
}

export type RouteIdOf<Of extends Api> = keyof Of['targets'] & keyof Of['schemas'] & string;

type ParamOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;

type InputOf<Schemas, Part extends string> = Schemas extends {
  readonly [Name in Part]: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : never;

/** Optional fields may be undefined, and strings may be given as numbers, since a query is all text. */
type Loose<Fields> = {
  readonly [Name in keyof Fields]:
    | Fields[Name]
    | (string extends Fields[Name] ? number : never)
    | ({} extends Pick<Fields, Name> ? undefined : never);
};

type Params<Names extends string> = [Names] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<Names, string>> };

type Query<Input> = [Input] extends [never]
  ? unknown
  : {} extends Input
    ? { readonly query?: Loose<Input> }
    : { readonly query: Loose<Input> };

type Body<Input> = [Input] extends [never] ? unknown : { readonly body: Input };

/** The input of a route. */
export type GivenTo<Of extends Api, Id extends RouteIdOf<Of>> = Params<ParamOf<Of['targets'][Id]>> &
  Query<InputOf<Of['schemas'][Id], 'query'>> &
  Body<InputOf<Of['schemas'][Id], 'body'>>;

/** The arguments of a call after the id, with the client's own options. */
export type ArgumentsOf<Of extends Api, Id extends RouteIdOf<Of>, Options = unknown> =
  {} extends GivenTo<Of, Id>
    ? [given?: GivenTo<Of, Id> & Options]
    : [given: GivenTo<Of, Id> & Options];

type BodyOf<Reply> = Reply extends z.ZodType
  ? z.output<Reply>
  : Reply extends null
    ? undefined
    : string;

/** The success replies of a route: status and body. */
export type ReplyOf<Schemas extends RouteSchemas> = {
  [Status in keyof Schemas['replies']]: {
    readonly status: Status;
    readonly body: BodyOf<Schemas['replies'][Status]>;
  };
}[keyof Schemas['replies']];

/** The body of a success reply: parsed JSON, text for other media types, or undefined if empty. */
export type AnswerOf<Of extends Api, Id extends RouteIdOf<Of>> = ReplyOf<Of['schemas'][Id]>['body'];

/** Input for any route. */
export interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** A request without its server. */
export interface Asked {
  readonly method: Method;
  /** Including the query. */
  readonly path: string;
}

/** Builds the request for a route. */
export const requestOf = (target: Target, { params = {}, query = {} }: Given = {}): Asked => {
  const { method, path } = splitTarget(target);
  const search = Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`))
    .join('&');
  return {
    method,
    path:
      path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
        const value = encodeURIComponent(params[name] ?? '');
        // A path of several segments.
        return name === 'rest' ? value.replaceAll('%2F', '/') : value;
      }) + (search && `?${search}`),
  };
};

/** The URL of a route on a server. */
export const urlOf = (server: string, target: Target, given?: Given): string =>
  server + requestOf(target, given).path;
