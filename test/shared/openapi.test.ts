import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../shared/openapi.ts';
import { endedRoutes } from '../../shared/session/ended-routes.ts';
import { sessionRoutes } from '../../shared/session/session-routes.ts';
import { controlRoutes } from '../../shared/supervisor/control-routes.ts';

const published = new URL('../../docs/api/openapi.json', import.meta.url);

test('the published document matches the tables of routes', () => {
  const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
  expect(readFileSync(published, 'utf8'), 'run `npm run openapi` and commit it').toBe(text);
});

test('every route has an operation of its own', () => {
  const paths = openApiDocument()['paths'] as Record<
    string,
    Record<string, { operationId: string }>
  >;
  const operations = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const expected = [
    ...sessionRoutes.map(({ id }) => `session.${id}`),
    ...endedRoutes.map(({ id }) => `ended.${id}`),
    ...controlRoutes.map(({ id }) => `control.${id}`),
  ];
  expect(operations.sort()).toEqual(expected.sort());
});
