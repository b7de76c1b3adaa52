import * as z from 'zod';
import { errorBodySchema } from './errors.ts';
import type { Route } from './session/route.ts';
import { endedRoutes } from './session/ended-routes.ts';
import { sessionRoutes } from './session/session-routes.ts';
import { controlRoutes } from './supervisor/control-routes.ts';

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const jsonContent = (schema: z.ZodType, io: 'input' | 'output'): Json => ({
  'application/json': { schema: jsonSchema(schema, io) },
});

const answerOf = (status: string, body: z.ZodType | string | null): Json => {
  const description = status.startsWith('2') ? 'Done.' : 'Unchanged.';
  if (body === null) return { description };
  if (typeof body === 'string')
    return { description, content: { [body]: { schema: { type: 'string' } } } };
  return { description, content: jsonContent(body, 'output') };
};

const isRequired = (schema: z.ZodType): boolean => !z.safeParse(schema, undefined).success;

const parametersIn = (place: 'query' | 'header', { shape }: z.ZodObject): Json[] =>
  Object.entries(shape).map(([name, schema]) => ({
    name,
    in: place,
    required: isRequired(schema as z.ZodType),
    schema: jsonSchema(schema as z.ZodType, 'input'),
  }));

const pathParameters = (path: string): Json[] =>
  Array.from(path.matchAll(/\{(\w+)\}/gu), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

type Api = 'session' | 'ended' | 'control';

const operation = (route: Route, api: Api): Json => {
  const parameters = [
    ...pathParameters(route.path),
    ...(route.query ? parametersIn('query', route.query) : []),
    ...(route.headers ? parametersIn('header', route.headers) : []),
  ];
  return {
    operationId: `${api}.${route.id}`,
    tags: [api],
    summary: route.summary,
    ...(route.modes === undefined ? {} : { 'x-modes': route.modes }),
    ...(api === 'control' && route.id !== 'hello' ? { security: [{ token: [] }] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: isRequired(route.body),
            content: jsonContent(route.body, 'input'),
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.replies).map(([status, body]) => [status, answerOf(status, body)]),
      ),
      default: {
        description: 'What is wrong and what to do.',
        content: jsonContent(errorBodySchema, 'output'),
      },
    },
  };
};

const pathsOf = (routes: readonly Route[], api: Api): Record<string, Json> => {
  const paths: Record<string, Json> = {};
  for (const route of routes)
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(route, api),
    };
  return paths;
};

/** Generates the OpenAPI document of both APIs from the route tables; stored as `docs/api/openapi.json`. */
export const openApiDocument = (): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Galley',
    version: '1',
    description:
      'Each session answers the paths under `/api/` on its own port; the supervisor answers `/v1/` and `/metrics`, and, on another port, those of ended reviews.',
  },
  tags: [
    {
      name: 'session',
      description:
        'One review. `/api/external-annotations` is stable; the rest may change with a release.',
    },
    {
      name: 'ended',
      description:
        'Ended reviews, read-only. `/ended/{id}/` of the control API leads to the server; behind the gateway they stand at `/s/{id}/`.',
    },
    {
      name: 'control',
      description: "The supervisor's control API, on loopback, with the token of the registry.",
    },
  ],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    ...pathsOf(sessionRoutes, 'session'),
    ...pathsOf(endedRoutes, 'ended'),
    ...pathsOf(controlRoutes, 'control'),
  },
});
