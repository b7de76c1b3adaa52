import { expect, test } from 'vitest';
import { productFolders, sourceNodes, textOf } from '../../helpers/source-nodes.ts';

/** What the lines of a patch begin with, as nothing else in the product does. */
const grammar = [
  /@@/u,
  /diff --/u,
  /^\^?(?:---|\\?\+\\?\+\\?\+) /u,
  /(?:rename|copy) (?:from|to)\b/u,
  /(?:old|new|deleted|file) mode\b/u,
  /similarity index/u,
  /No newline at end/u,
  /GIT binary patch|^\^?Binary files/u,
];

/** These make patches, and read none. */
const writers = new Set([
  'scripts/code-cache.mjs',
  'bench/kit/samples.ts',
  'bench/kit/screen/generated-diff.ts',
]);

test('patches are read in shared/patch alone', () => {
  const elsewhere: string[] = [];
  const [inside, writing] = [new Set<RegExp>(), new Set<string>()];
  for (const { file, node, place } of sourceNodes([...productFolders, 'scripts', 'bench'])) {
    const text = textOf(node);
    const found = grammar.filter((part) => text !== undefined && part.test(text));
    if (found.length === 0) continue;
    if (file.startsWith('shared/patch/')) for (const part of found) inside.add(part);
    else if (writers.has(file)) writing.add(file);
    else elsewhere.push(`${place()}: ${text}`);
  }
  expect(elsewhere).toEqual([]);
  // Each part is one that the grammar has, so that the search finds what it is to find.
  expect(grammar.filter((part) => !inside.has(part))).toEqual([]);
  expect([...writers].filter((file) => !writing.has(file))).toEqual([]);
});
