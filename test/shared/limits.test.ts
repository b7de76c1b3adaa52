import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as limits from '../../shared/limits.ts';
import { productFolders } from '../helpers/source-nodes.ts';

const root = join(import.meta.dirname, '..', '..');

/** Where the routes of plans and documents are, up to what their tasks do. */
const rooms = [
  /^shared\/(?:frame|sharing)\//u,
  /^shared\/session\/(?:content|documents|links|note|share|source|upload|versions)\.ts$/u,
  /^shared\/node\/(?:documents-in|image-head|shown-image-size|svg-elements|text-source|uploads)\.ts$/u,
  /^shared\/node\/http\/(?:asset-file|frame-replies)\.ts$/u,
  /^supervisor\/sessions\/(?:document-tasks|edit-source|keep-file|kept-.*|link-tasks|settled-comments|uploads)\.ts$/u,
  /^supervisor\/threads\/(?:document|fetch|history|links)\//u,
  /^supervisor\/threads\/rounds\/(?:compare-blocks|compare-listed|earlier-passages|older-comments)\.ts$/u,
  /^supervisor\/threads\/tasks\/(?:.*document.*|.*-versions|.*link.*|.*-source|render-.*)\.ts$/u,
  /^web\/frame\/ui\/(?:pointer|selection)\.ts$/u,
  /^worker\/(?:document|notes|sharing|uploads)\//u,
  /^worker\/content\/path-state\.ts$/u,
];

const files = productFolders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => join(folder, name)),
);

/** A number, or several, under the name of a limit; and the bound of a schema. */
const declared =
  /\bconst (?:default)?(?:[mM]ax|most|largest|longest|limit|enough)\w*(?:: \w+)? = [\d({]|\.max\([\d_]{3,}\)/gu;

it('limits of plans and documents are declared in one table', () => {
  const inRooms = rooms.map((room) => files.filter((file) => room.test(file)));
  for (const [at, found] of inRooms.entries())
    expect([rooms[at], found]).not.toEqual([rooms[at], []]);
  const elsewhere = inRooms
    .flat()
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(declared)].map(
        ([what]) => `${file}: ${what}`,
      ),
    );
  expect(elsewhere).toEqual([]);
});

it.each([
  ['a text', limits.maxContentBytes, 20 * 1024 * 1024],
  ['a fetched document', limits.maxFetchedBytes, 10 * 1024 * 1024],
  ['a fetch', limits.fetchTimeLimitMs, 20_000],
  ['redirects', limits.maxRedirects, 3],
  ['an image', limits.maxUploadBytes, 10 * 1024 * 1024],
  ['its pixels', limits.maxImagePixels, 50_000_000],
  ['a collected decision', limits.collectedForMs, 24 * 60 * 60 * 1000],
])('%s has the limit that is promised', (_, limit, promised) => {
  expect(limit).toBe(promised);
});
