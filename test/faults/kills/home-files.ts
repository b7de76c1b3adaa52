import { utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { entriesIn } from '../machine/disk-files.ts';

const id = '[0-9a-hjkmnp-tv-z]{12}';
const key = '[0-9a-f]{24}';

/**
 * Everything that may remain in a home without open reviews and a supervisor: folders, and files with a retention time.
 */
const kept: readonly RegExp[] = [
  /^(?:run|config|state|state\/(?:sessions|decisions|log|drafts|uploads|viewed|rounds|history|hooks|pages|kept-changes))$/u,
  /^config\/config\.json$/u,
  new RegExp(`^state/decisions/${id}\\.(?:json|collected|md)$`, 'u'),
  new RegExp(
    `^state/decisions/${id}(?:/(?:ended\\.json|document\\.json(?:\\.source)?|patch\\.diff|manifest\\.json|version-\\d+(?:/(?:patch\\.diff|(?:manifest|colours)\\.json))?))?$`,
    'u',
  ),
  new RegExp(`^state/log/(?:supervisor|${id})\\.log(?:\\.1)?$`, 'u'),
  new RegExp(`^state/drafts/${key}\\.${id}\\.json$`, 'u'),
  new RegExp(`^state/uploads/${id}(?:/[0-9a-f-]{36}\\.(?:png|jpg|gif|webp))?$`, 'u'),
  new RegExp(`^state/(?:viewed|rounds)/${key}\\.json$`, 'u'),
  new RegExp(
    `^state/rounds/${key}\\.last(?:/(?:(?:opened-)?(?:patch\\.diff|manifest\\.json)|(?:document|decision|earlier|settled)\\.json))?$`,
    'u',
  ),
  new RegExp(
    `^state/history/${key}(?:/(?:subject\\.json|\\d+\\.(?:text|json|decision\\.json)))?$`,
    'u',
  ),
  /^state\/hooks\/[0-9a-f]+\.json$/u,
  /^state\/pages\/[\w.]+-[0-9a-f]{12}(?:\/(?:index\.html|[^/]+\.\w+|assets(?:\/[^/]+)?))?$/u,
];

/** Paths of the files and folders in a home that match none of these. */
export const leftIn = async (home: string): Promise<string[]> => {
  const entries = await entriesIn(home);
  return entries
    .map((entry) => relative(home, join(entry.parentPath, entry.name)))
    .filter((path) => !kept.some((pattern) => pattern.test(path)));
};

/** Sets timestamps beyond any retention time. Entries inside a listed folder keep theirs. */
export const makeOld = async (home: string, paths: readonly string[]): Promise<void> => {
  const longAgo = new Date(Date.now() - 60 * 24 * 60 * 60 * 1000);
  for (const path of paths)
    if (!paths.includes(dirname(path))) await utimes(join(home, path), longAgo, longAgo);
};
