import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import {
  hasGeneratedHeader,
  headerBytes,
  type PathAttributes,
} from '../../threads/patch/set-aside.ts';
import { readBlobs } from './read-blobs.ts';
import type { ResolvedRange } from './resolve-range.ts';
import type { GitContext } from './run-git.ts';
import { readPlainFile } from '../../../shared/node/plain-file.ts';

/** Larger files of the work tree are not searched. */
const maxBytes = 1024 * 1024;
/** How many files of the work tree are read at once. */
const filesAtOnce = 16;
/** No further file of the work tree is read after this. */
const enoughMs = 500;

interface Searched {
  readonly range: ResolvedRange;
  readonly attributes: ReadonlyMap<string, PathAttributes>;
  readonly context: GitContext;
}

/**
 * Sets the files aside whose first lines say that they are generated, if the patch leaves those out.
 * @throws GalleyError as runGit does
 */
export const withGenerated = async (
  files: readonly ChangedFile[],
  { range, attributes, context }: Searched,
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
  const read = range.to === 'worktree' ? readFromWorktree : readObjects;
  const generated = await read(unknown, range, context);
  return files.map((file) =>
    generated.has(file) ? { ...file, setAside: 'generated' as const } : file,
  );
};

type Found = ReadonlySet<ChangedFile>;

const readObjects = async (
  files: readonly ChangedFile[],
  { topLevel: cwd }: ResolvedRange,
  context: GitContext,
): Promise<Found> => {
  const ids = new Set(files.flatMap(({ newBlob }) => newBlob ?? []));
  const options = { cwd, maxBytes: Infinity, firstBytes: headerBytes, context };
  const contents = await readBlobs([...ids], options);
  const isGenerated = ({ newBlob = '' }: ChangedFile): boolean => {
    const content = contents.get(newBlob);
    return typeof content === 'object' && hasGeneratedHeader(content);
  };
  return new Set(files.filter(isGenerated));
};

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
