import { expect, test } from 'vitest';
import { controlTargets } from '../../shared/supervisor/control-targets.ts';
import { endedTargets } from '../../shared/session/page-targets.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { splitTarget } from '../../shared/session/route.ts';
import { productFolders, sourceNodes, textOf } from '../helpers/source-nodes.ts';

const tables = new Set([
  'shared/session/session-targets.ts',
  'shared/session/page-targets.ts',
  'shared/session/part-targets.ts',
  'shared/supervisor/control-targets.ts',
]);

/** The paths of all routes as far as their first parameter, as they stand in a text: with the slash, or relative. */
const patterns = Object.values({ ...sessionTargets, ...endedTargets, ...controlTargets })
  .map((target) => splitTarget(target).path.split('{')[0] ?? '')
  .map((path) => new RegExp(`(?:^|/)${path.slice(1)}(?![\\w.-])`, 'u'));

/** Where sentences tell of routes: how the bench measures, what documents the tables, and the names of tests. */
const tellers = /^(?:bench\/rows\/|shared\/openapi\.ts$|test\/)/u;

/** Tests of the raw text of a path: hostile requests and links, code that runs in a page, the guard, the tables. */
const rawTests = new RegExp(
  `^test/(?:${[
    'attack/',
    'remote/namespaces.test.ts',
    'shared/',
    'web/review/features/document/html/sanitize.test.ts',
    'worker/guard.test.ts',
  ].join('|')})`,
  'u',
);

test('the path of a route stands in its table alone', () => {
  const elsewhere: string[] = [];
  const inTables = new Set<RegExp>();
  for (const { file, node, place } of sourceNodes([...productFolders, 'bench', 'test'])) {
    if (rawTests.test(file)) continue;
    const text = textOf(node);
    const found = patterns.filter((pattern) => text !== undefined && pattern.test(text));
    if (found.length === 0) continue;
    if (tables.has(file)) for (const pattern of found) inTables.add(pattern);
    else if (!tellers.test(file) || !text?.includes(' ')) elsewhere.push(`${place()}: ${text}`);
  }
  expect(elsewhere).toEqual([]);
  // Each is found where it stands, so that the search finds what it is to find.
  expect(inTables.size).toBe(patterns.length);
});
