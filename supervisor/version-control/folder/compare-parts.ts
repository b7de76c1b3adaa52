import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { GalleyError } from '../../../shared/errors.ts';
import { digestBelow } from '../../../shared/node/digest-below.ts';
import { pathBelow } from '../../../shared/node/path-name.ts';
import { renamePart } from '../../../shared/patch/rename-part.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { RepositoryNote } from '../../../shared/placement/repository-note.ts';
import { readPart, withDigests, writePatch } from '../../threads/patch/patch-file.ts';
import type { IndexedPatch } from '../../threads/patch/patch-index.ts';
import { maxPatchBytes } from '../change-source.ts';
import type { CompareOptions, Comparison, PatchOptions, TakePart } from '../provider.ts';
import type { StateParts } from '../state-parts.ts';
import { below, fileBelow, withEach, type Part } from './parts.ts';

/** A repository that cannot be compared, and why. */
export interface NotCompared {
  readonly folder: string;
  /** Unknown for those of earlier releases. */
  readonly problem?: string;
  /** Set if another repository is shown. */
  readonly isLeftOut?: true;
}

/** The state of a repository that could be read before, but not now. */
export const failedState = 'failed';

/** Where the file of a part is that caches what `readState` knows. */
export const ownContents = (contents: string | undefined, index: number): string | undefined =>
  contents === undefined ? undefined : `${contents}-${index}`;

/** The patch of a part, and its files in the order of the patch; paths are inside of the repository. */
interface PartPatch {
  readonly folder: string;
  readonly path: string;
  readonly files: readonly ChangedFile[];
}

interface ComparedPart extends PartPatch {
  readonly state: string | undefined;
  readonly seen: StateParts | undefined;
  readonly notes: readonly RepositoryNote[];
  readonly isReadOnly: boolean;
}

interface ComparedParts extends Pick<Comparison, 'complete' | 'notes'> {
  /** In the order of the parts; undefined where it is not known. */
  readonly states: readonly (string | undefined)[];
  /** What they were made of. */
  readonly seen: readonly (StateParts | undefined)[];
}

/** Writes the patches of all parts as one, each file below its folder. */
export const compareParts = async (
  parts: readonly Part[],
  notCompared: readonly NotCompared[],
  options: CompareOptions,
): Promise<ComparedParts> => {
  const hasWriter = parts.some(({ change }) => change.writer !== undefined);
  const compared = await withEach(parts, async (part, index) => {
    try {
      return await comparePart(part, { index, hasWriter, options });
    } catch (error) {
      options.context.signal.throwIfAborted();
      if (!(error instanceof GalleyError)) throw error;
      return { folder: part.folder, problem: error.message };
    }
  });
  const failed = notCompared.filter(({ isLeftOut }) => isLeftOut !== true);
  const made: ComparedPart[] = [];
  for (const one of compared) {
    if ('problem' in one) failed.push(one);
    else made.push(one);
  }
  for (const one of made) await writeBelow(one, options.take);
  return {
    states: compared.map((one) => ('problem' in one ? failedState : one.state)),
    seen: compared.map((one) => ('problem' in one ? undefined : one.seen)),
    complete: (files) => Promise.resolve(complete(files, made, failed)),
    notes: made.flatMap(({ folder, notes }) =>
      notes.map((note) => ({ ...note, repository: folder })),
    ),
  };
};

/** What the state of a folder is made of; unknown if that of one of its repositories is. */
export const joinParts = (
  parts: readonly Part[],
  seen: readonly (StateParts | undefined)[],
): { readonly parts?: StateParts } => {
  const files = new Map<string, string>();
  const commits: string[] = [];
  for (const [index, { folder }] of parts.entries()) {
    const own = seen[index];
    if (own === undefined) return {};
    commits.push(own.commits);
    for (const [path, mark] of own.files) files.set(below(folder, path), mark);
  }
  return { parts: { commits: commits.join('\0'), files } };
};

/** The same without whitespace changes, of those parts that can leave them out. */
export const comparePartsIgnoringSpace = async (
  parts: readonly Part[],
  { take, ...options }: PatchOptions,
): Promise<void> => {
  for (const [index, { folder, change }] of parts.entries()) {
    const { compareIgnoringSpace } = change;
    if (compareIgnoringSpace === undefined) continue;
    const { path, files } = await patchInto(options.folder, index, (own, to) =>
      compareIgnoringSpace({ ...options, folder: own, take: to }),
    );
    await writeBelow({ folder, path, files }, take);
  }
};

interface ComparingPart {
  readonly index: number;
  /** Whether some part of the folder can be written to. */
  readonly hasWriter: boolean;
  readonly options: CompareOptions;
}

const comparePart = async (
  { folder, change }: Part,
  { index, hasWriter, options }: ComparingPart,
): Promise<ComparedPart> => {
  const contents = ownContents(options.contents, index);
  const { path, produced, ...indexed } = await patchInto(options.folder, index, (own, take) =>
    change.compare({ ...options, folder: own, contents, take }),
  );
  const completed = await withDigests(path, await produced.complete(indexed.files));
  const files = completed.toSorted(
    (one, other) =>
      Number(one.bytes === 0) - Number(other.bytes === 0) || one.offset - other.offset,
  );
  const isReadOnly = hasWriter && change.writer === undefined;
  const { state, parts: seen, notes = [] } = produced;
  return { folder, path, files, state, seen, notes, isReadOnly };
};

/** Has a part write its patch in a folder of its own. */
const patchInto = async <Produced>(
  folder: string,
  index: number,
  produce: (own: string, take: TakePart) => Promise<Produced>,
): Promise<IndexedPatch & { readonly path: string; readonly produced: Produced }> => {
  const own = join(folder, `part-${index}`);
  await mkdir(own);
  const path = join(own, 'patch.diff');
  const made = await writePatch({ path, maxBytes: maxPatchBytes }, (take) => produce(own, take));
  return { path, ...made };
};

const writeBelow = async ({ folder, path, files }: PartPatch, take: TakePart): Promise<void> => {
  const patch = await open(path);
  try {
    for (const file of files)
      if (file.bytes > 0) await take(partBelow(folder, file, await readPart(patch, file)));
  } finally {
    await patch.close();
  }
};

/** A file's part of a patch, with its paths as they are below a folder. */
const partBelow = (
  folder: string,
  { path, oldPath = path, status }: ChangedFile,
  part: Buffer,
): Buffer => {
  const nameOf = (name: string) => pathBelow(folder, name).toString('latin1');
  const missing = { added: 'old', deleted: 'new' } as const;
  const names = {
    old: nameOf(oldPath),
    new: nameOf(path),
    missing: status === 'added' || status === 'deleted' ? missing[status] : undefined,
  };
  return Buffer.from(renamePart(part.toString('latin1'), names), 'latin1');
};

/** What is known about each file, at its place in the patch of all repositories. */
const complete = (
  written: readonly ChangedFile[],
  compared: readonly ComparedPart[],
  notCompared: readonly NotCompared[],
): ChangedFile[] => {
  const rest = [...written];
  const all = compared.flatMap(({ folder, files, isReadOnly }) =>
    files.map((file) => {
      const { digest: ownDigest = '' } = file;
      const digests = { digest: digestBelow(folder, ownDigest), ownDigest };
      const named = {
        ...fileBelow(folder, file),
        ...digests,
        ...(isReadOnly ? { isReadOnly } : {}),
      };
      if (file.bytes === 0) return named;
      const { path, offset, bytes } = rest.shift() ?? { path: '', offset: 0, bytes: 0 };
      if (path !== named.path)
        throw new GalleyError(
          'invalid_patch',
          `The patch has ${path} where ${named.path} has changed. Start the review in ${folder}.`,
        );
      return { ...named, offset, bytes };
    }),
  );
  const rows = notCompared.map(repositoryRow);
  return [...all, ...rows].map((file, index) => ({ ...file, id: String(index) }));
};

const repositoryRow = ({ folder, problem }: NotCompared): ChangedFile => ({
  id: '',
  path: below(folder, ''),
  status: 'modified',
  notCompared: 'failed',
  ...(problem === undefined ? {} : { problem }),
  additions: 0,
  deletions: 0,
  isBinary: false,
  hunks: [],
  offset: 0,
  bytes: 0,
});
