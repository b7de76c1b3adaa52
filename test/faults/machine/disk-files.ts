import { statSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const id = '[0-9a-z]{12}';
const inSpool = (name: string) => new RegExp(`^state/sessions/${id}/${name}$`, 'u');

/** All kinds of files that Galley stores, by path below GALLEY_HOME. */
const patterns = {
  registry: /^run\/registry\.json$/u,
  log: new RegExp(`^state/log/(?:supervisor|${id})\\.log$`, 'u'),
  page: /^state\/pages\/[^/]+\/.+$/u,
  config: /^config\/config\.json$/u,
  decision: new RegExp(`^state/decisions/${id}\\.json$`, 'u'),
  held: new RegExp(`^state/decisions/${id}\\.held\\.json$`, 'u'),
  collected: new RegExp(`^state/decisions/${id}\\.collected$`, 'u'),
  /** The archive of an ended review: its spool, moved there. */
  ended: new RegExp(`^state/(?:decisions/${id}/.+|sessions/${id}/ended\\.json)$`, 'u'),
  draft: new RegExp(`^state/drafts/[0-9a-f]{24}\\.${id}\\.json$`, 'u'),
  upload: new RegExp(`^state/uploads/${id}/[0-9a-f-]{36}\\.png$`, 'u'),
  viewed: /^state\/viewed\/[0-9a-f]{24}\.json$/u,
  rounds: /^state\/rounds\/[0-9a-f]{24}(?:\.json|[.0-9a-f-]*\.last\/[^/]+)$/u,
  history: new RegExp(
    `^state/(?:history/[0-9a-f]{24}/.+|sessions/${id}/document\\.json\\.kept(?:\\.tmp)?)$`,
    'u',
  ),
  label: inSpool('session\\.json'),
  opened: inSpool('opened\\.json'),
  input: inSpool('input'),
  format: inSpool('input\\.format'),
  document: inSpool('document\\.json'),
  source: inSpool('document\\.json\\.source'),
  edited: inSpool('edited\\.txt'),
  'edit base': inSpool('base-[0-9a-f]{32}\\.txt'),
  previewed: inSpool('previewed\\.txt'),
  preview: inSpool('preview\\.json(?:\\.source)?'),
  contents: inSpool('contents\\.json'),
  patch: inSpool('patch\\.diff'),
  manifest: inSpool('manifest\\.json'),
  'state parts': inSpool('(?:version-\\d+/)?state\\.json'),
  'no-whitespace patch': inSpool('no-whitespace\\.diff'),
  'no-whitespace manifest': inSpool('no-whitespace\\.json'),
  colours: inSpool('(?:version-\\d+/)?colours\\.json'),
  structure: inSpool('structure\\.json'),
  skills: inSpool('skills\\.json'),
  versions: inSpool('versions\\.json'),
  side: inSpool('side-[0-9-]+-(?:old|new)'),
  file: inSpool('file-[0-9a-f]{64}-(?:old|new)'),
  'later patch': inSpool('version-\\d+/patch\\.diff'),
  'later manifest': inSpool('version-\\d+/manifest\\.json'),
} as const satisfies Readonly<Record<string, RegExp>>;

export type FileKind = keyof typeof patterns;

export const fileKinds = Object.keys(patterns) as FileKind[];

/** The kind of a file; throws if it matches none: a new file needs a kind, and a step that writes it. */
export const kindOf = (path: string): FileKind => {
  const kinds = fileKinds.filter((kind) => patterns[kind].test(path));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    throw new Error(`${path} is of ${kinds.length} kinds: ${kinds.join(', ')}`);
  return kind;
};

/** Temporary files and locks, which exist only during a write. */
const passing = /\.tmp$|\.lock(?:\.stale)?$|(?:^|\/)\.task-[^/]*|\/\.tmp-/u;

/** Everything in a home, without what fills its disk: that may be thousands of files. */
export const entriesIn = async (home: string): Promise<Dirent[]> => {
  try {
    const own = (await readdir(home, { withFileTypes: true })).filter(
      ({ name }) => name !== 'filler',
    );
    const folders = own.filter((entry) => entry.isDirectory());
    const below = await Promise.all(
      folders.map(({ name }) =>
        readdir(join(home, name), { recursive: true, withFileTypes: true }),
      ),
    );
    return [...own, ...below.flat()];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    // A folder disappeared meanwhile.
    return entriesIn(home);
  }
};

const pathIn = (home: string, { parentPath, name }: Dirent): string =>
  `${parentPath}/${name}`.slice(home.length + 1);

/** Temporary entries that exist only during a write. */
export const passingIn = async (home: string): Promise<string[]> =>
  (await entriesIn(home)).map((entry) => pathIn(home, entry)).filter((path) => passing.test(path));

/** The files of a home by path, with a fingerprint of each version. */
export type Snapshot = ReadonlyMap<string, string>;

export const snapshotOf = async (home: string): Promise<Snapshot> => {
  const paths = (await entriesIn(home))
    .filter((entry) => entry.isFile())
    .map((entry) => pathIn(home, entry))
    .filter((path) => !passing.test(path));
  return new Map(
    paths.flatMap((path) => {
      const state = stateOf(join(home, path));
      return state === undefined ? [] : [[path, state] as const];
    }),
  );
};

/** Undefined if it was removed after it was listed. Hundreds of files take less CPU time one after the other. */
const stateOf = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.size} ${found.mtimeNs}`;
};

/** The kinds of files created or changed between two snapshots, in a fixed order. */
export const writtenBetween = (before: Snapshot, after: Snapshot): FileKind[] => {
  const written = new Set(
    [...after].filter(([path, state]) => before.get(path) !== state).map(([path]) => kindOf(path)),
  );
  return fileKinds.filter((kind) => written.has(kind));
};
