import type * as z from 'zod';
import {
  splitTarget,
  type Method,
  type RouteSchemas,
  type Target,
  type Targets,
} from './session/route.ts';

/** An API by its two tables. A client has the targets, and of the schemas the types alone. */
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

/** What is left out may as well be undefined, and a text may be given as a number: in a query all is text. */
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

/** What a route wants to be given. */
export type GivenTo<Of extends Api, Id extends RouteIdOf<Of>> = Params<ParamOf<Of['targets'][Id]>> &
  Query<InputOf<Of['schemas'][Id], 'query'>> &
  Body<InputOf<Of['schemas'][Id], 'body'>>;

/** The arguments of a call behind the id, with what else the client lets it be given. */
export type ArgumentsOf<Of extends Api, Id extends RouteIdOf<Of>, Options = unknown> =
  {} extends GivenTo<Of, Id>
    ? [given?: GivenTo<Of, Id> & Options]
    : [given: GivenTo<Of, Id> & Options];

type BodyOf<Reply> = Reply extends z.ZodType
  ? z.output<Reply>
  : Reply extends null
    ? undefined
    : string;

/** The good replies of a route: one of its statuses, and what comes with it. */
export type ReplyOf<Schemas extends RouteSchemas> = {
  [Status in keyof Schemas['replies']]: {
    readonly status: Status;
    readonly body: BodyOf<Schemas['replies'][Status]>;
  };
}[keyof Schemas['replies']];

/** What comes with a good reply: a value, a text where it is not JSON, undefined for nothing. */
export type AnswerOf<Of extends Api, Id extends RouteIdOf<Of>> = ReplyOf<Of['schemas'][Id]>['body'];

/** What any route may be given. */
export interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** A request, short of the server that it goes to. */
export interface Asked {
  readonly method: Method;
  /** With its query. */
  readonly path: string;
}

/** The request that a route is called by. */
export const requestOf = (target: Target, { params = {}, query = {} }: Given = {}): Asked => {
  const { method, path } = splitTarget(target);
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return {
    method,
    path:
      path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(params[name] ?? '')) +
      (search && `?${search}`),
  };
};

/** Where a route of a server is. */
export const urlOf = (server: string, target: Target, given?: Given): string =>
  server + requestOf(target, given).path;
