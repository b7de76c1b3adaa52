import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { pathText } from '../../../shared/node/path-name.ts';
import { readPlainFile } from '../../../shared/node/plain-file.ts';
import {
  hasGeneratedHeader,
  headerBytes,
  reasonToSetAside,
  type PathAttributes,
} from '../../threads/patch/set-aside.ts';
import { readBlobs } from './read-blobs.ts';
import type { ResolvedRange } from './resolve-range.ts';
import { runGit, type GitContext } from './run-git.ts';

/** Larger files of the work tree are not searched. */
const maxBytes = 1024 * 1024;
/** How many files of the work tree are read at once. */
const filesAtOnce = 16;
/** No further file of the work tree is read after this. */
const enoughMs = 500;

/** Whether the first lines of blobs say that they are generated, by object id. */
export type KnownHeaders = ReadonlyMap<string, boolean>;

interface Searched {
  readonly range: ResolvedRange;
  readonly attributes: ReadonlyMap<string, PathAttributes>;
  /** Those that need not be read. */
  readonly headers: KnownHeaders;
  readonly context: GitContext;
}

/**
 * Sets the files aside whose first lines say that they are generated, if the patch leaves those out.
 * @throws GalleyError as runGit does
 */
export const withGenerated = async (
  files: readonly ChangedFile[],
  { range, attributes, headers, context }: Searched,
): Promise<ChangedFile[]> => {
  const unknown = files.filter(
    ({ path, status, setAside, isBinary, kind, hunks }) =>
      setAside === undefined &&
      attributes.get(path)?.isGenerated !== false &&
      !isBinary &&
      kind === undefined &&
      hunks.length > 0 &&
      status !== 'added' &&
      status !== 'deleted',
  );
  const generated =
    range.to === 'worktree'
      ? await readFromWorktree(unknown, range, context)
      : await readObjects(unknown, { range, headers, context });
  return files.map((file) =>
    generated.has(file) ? { ...file, setAside: 'generated' as const } : file,
  );
};

type Found = ReadonlySet<ChangedFile>;

const readObjects = async (
  files: readonly ChangedFile[],
  { range, headers, context }: Pick<Searched, 'range' | 'headers' | 'context'>,
): Promise<Found> => {
  const ids = files.flatMap(({ newBlob }) => newBlob ?? []).filter((id) => !headers.has(id));
  const read = await readHeaders(ids, range, context);
  const isGenerated = (id: string): boolean => headers.get(id) ?? read.get(id) ?? false;
  return new Set(files.filter(({ newBlob = '' }) => isGenerated(newBlob)));
};

const readHeaders = async (
  ids: readonly string[],
  { topLevel: cwd }: ResolvedRange,
  context: GitContext,
): Promise<KnownHeaders> => {
  const options = { cwd, maxBytes: Infinity, firstBytes: headerBytes, context };
  const contents = await readBlobs([...new Set(ids)], options);
  return new Map(
    [...contents].map(([id, content]) => [
      id,
      typeof content === 'object' && hasGeneratedHeader(content),
    ]),
  );
};

/**
 * Reads the headers of modified files, which can be done while git writes the patch. Files that git finds to be renamed
 * are missing.
 * @param sides what `git diff` compares
 * @throws GalleyError as runGit does
 */
export const readHeadersAhead = async (
  range: ResolvedRange,
  sides: readonly string[],
  context: GitContext,
): Promise<KnownHeaders> => {
  const { stdout } = await runGit({
    cwd: range.topLevel,
    args: ['diff', ...listOptions, ...sides, '--'],
    encoding: 'latin1',
    context,
  });
  const ids: string[] = [];
  // `:100644 100644 OLD NEW M`, then the path.
  for (const [, mode = '', id = '', path = ''] of stdout.matchAll(listedFile))
    if (
      mode.startsWith('100') &&
      reasonToSetAside(pathText(Buffer.from(path, 'latin1'))) === undefined
    )
      ids.push(id);
  return readHeaders(ids, range, context);
};

const listOptions = [
  '--no-ext-diff',
  '--no-relative',
  '--no-renames',
  '--ignore-submodules=dirty',
  '--diff-filter=M',
  '--raw',
  '--no-abbrev',
  '-z',
];

const listedFile = /:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) M\0([^\0]+)\0/gu;

const readFromWorktree = async (
  files: readonly ChangedFile[],
  { topLevel }: ResolvedRange,
  { signal }: GitContext,
): Promise<Found> => {
  const startedMs = performance.now();
  const found = new Set<ChangedFile>();
  const read = async (file: ChangedFile): Promise<void> => {
    // It may have gone since it was compared.
    const now = await readPlainFile(topLevel, file.path, maxBytes).catch(() => undefined);
    if (now?.content !== undefined && hasGeneratedHeader(now.content)) found.add(file);
  };
  for (let from = 0; from < files.length; from += filesAtOnce) {
    signal?.throwIfAborted();
    if (performance.now() - startedMs > enoughMs) break;
    await Promise.all(files.slice(from, from + filesAtOnce).map(read));
  }
  return found;
};
