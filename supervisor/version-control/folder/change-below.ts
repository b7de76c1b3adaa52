import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { GalleyError } from '../../../shared/errors.ts';
import { pathBelow, pathBytes, pathText, pathWithin } from '../../../shared/node/path-name.ts';
import { renamePart } from '../../../shared/patch/rename-part.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { readPart, writePatch } from '../../threads/patch/patch-file.ts';
import { maxPatchBytes } from '../change-source.ts';
import type { Change, CompareOptions, Comparison, WantedSide } from '../provider.ts';
import { readOneByOne, type Content } from '../read-contents.ts';

/** A repository of the folder, and its change. */
export interface Part {
  /** Relative to the folder, as `pathText`. */
  readonly folder: string;
  readonly change: Change;
}

export interface Comparing {
  readonly description: string;
  readonly parts: readonly Part[];
  /** Folders of repositories that cannot be compared. */
  readonly notCompared: readonly string[];
  /** The folders of the repositories that there are now. */
  readonly find: () => Promise<readonly string[]>;
}

/** The changes of several repositories as one, with each path below its folder. */
export const changeBelow = ({ description, parts, notCompared, find }: Comparing): Change => {
  const known = [...parts.map(({ folder }) => folder), ...notCompared].toSorted();
  return {
    description,
    compare: async (options) => {
      const compared: ComparedPart[] = [];
      for (const [index, part] of parts.entries())
        compared.push(await comparePart(part, index, options));
      return {
        ...stateOf(
          known,
          compared.map(({ state }) => state),
        ),
        complete: async (files) => complete(files, compared, notCompared),
      };
    },
    readSide: async (wanted, take, context) => {
      const { part, inside } = findPart(parts, wanted);
      if (part.change.readSide === undefined) throw notThere();
      await part.change.readSide(inside, take, context);
    },
    readSides: async (wanted, context) => {
      const contents = new Map<WantedSide, Content>();
      const found = wanted.map((one) => ({ one, ...findPart(parts, one) }));
      for (const { change } of parts) {
        const own = found.filter(({ part }) => part.change === change);
        const { readSide, readSides } = change;
        if (own.length === 0 || readSide === undefined) continue;
        const inside = own.map((one) => one.inside);
        const read = await (readSides?.(inside, context) ??
          readOneByOne(readSide, inside, context));
        for (const [index, { one }] of own.entries()) contents.set(one, read[index]);
      }
      return wanted.map((one) => contents.get(one));
    },
    readState: async (contents, context) => {
      const now = (await find()).toSorted();
      if (now.join('\0') !== known.join('\0')) return { state: digest(now), isEmpty: false };
      const states = [];
      for (const [index, { change }] of parts.entries())
        states.push(await change.readState?.(ownContents(contents, index), context));
      const { state = '' } = stateOf(
        known,
        states.map((one) => one?.state),
      );
      const isEmpty = states.every((one) => one?.isEmpty !== false) && notCompared.length === 0;
      return { state, isEmpty };
    },
  };
};

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);

/** None if that of a part is unknown. */
const stateOf = (
  folders: readonly string[],
  states: readonly (string | undefined)[],
): Pick<Comparison, 'state'> => {
  const known = states.filter((state) => state !== undefined);
  return known.length < states.length ? {} : { state: digest([...folders, ...known]) };
};

const ownContents = (contents: string | undefined, index: number): string | undefined =>
  contents === undefined ? undefined : `${contents}-${index}`;

interface ComparedPart extends Pick<Comparison, 'state'> {
  readonly folder: string;
  /** Those of the patch in its order, then those that it leaves out; paths inside of the repository. */
  readonly files: readonly ChangedFile[];
}

/** Writes the patch of a repository, each file below the folder. */
const comparePart = async (
  { folder, change }: Part,
  index: number,
  options: CompareOptions,
): Promise<ComparedPart> => {
  const own = join(options.folder, `part-${index}`);
  await mkdir(own);
  const path = join(own, 'patch.diff');
  const contents = ownContents(options.contents, index);
  const { produced, ...indexed } = await writePatch({ path, maxBytes: maxPatchBytes }, (take) =>
    change.compare({ ...options, folder: own, contents, take }),
  );
  const files = (await produced.complete(indexed.files)).toSorted(
    (one, other) =>
      Number(one.bytes === 0) - Number(other.bytes === 0) || one.offset - other.offset,
  );
  const patch = await open(path);
  try {
    for (const file of files)
      if (file.bytes > 0) await options.take(partBelow(folder, file, await readPart(patch, file)));
  } finally {
    await patch.close();
  }
  const { state } = produced;
  return { folder, files, ...(state === undefined ? {} : { state }) };
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
  notCompared: readonly string[],
): ChangedFile[] => {
  const rest = [...written];
  const all = compared.flatMap(({ folder, files }) =>
    files.map((file) => {
      const below = { ...file, ...pathsBelow(folder, file) };
      if (file.bytes === 0) return below;
      const { path, offset, bytes } = rest.shift() ?? { path: '', offset: 0, bytes: 0 };
      if (path !== below.path)
        throw new GalleyError(
          'invalid_patch',
          `The patch has ${path} where ${below.path} has changed. Start the review in ${folder}.`,
        );
      return { ...below, offset, bytes };
    }),
  );
  const rows = notCompared.map(repositoryRow);
  return [...all, ...rows].map((file, index) => ({ ...file, id: String(index) }));
};

const pathsBelow = (folder: string, { path, oldPath }: ChangedFile) => ({
  path: pathText(pathBelow(folder, path)),
  ...(oldPath === undefined ? {} : { oldPath: pathText(pathBelow(folder, oldPath)) }),
});

const repositoryRow = (folder: string): ChangedFile => ({
  id: '',
  path: pathText(pathBelow(folder, '')),
  status: 'modified',
  notCompared: 'repository',
  additions: 0,
  deletions: 0,
  isBinary: false,
  hunks: [],
  offset: 0,
  bytes: 0,
});

/** The repository of a file, and the file as its provider knows it. */
const findPart = (
  parts: readonly Part[],
  { file: { oldPath, ...file }, ...wanted }: WantedSide,
): { readonly part: Part; readonly inside: WantedSide } => {
  const bytes = pathBytes(file.path);
  // No repository is inside of another.
  const part = parts.find(({ folder }) => {
    const start = pathBelow(folder, '');
    return bytes.subarray(0, start.length).equals(start);
  });
  if (part === undefined) throw notThere();
  const within = (path: string) => pathWithin(part.folder, path);
  const own = {
    ...file,
    path: within(file.path),
    ...(oldPath === undefined ? {} : { oldPath: within(oldPath) }),
  };
  return { part, inside: { ...wanted, file: own } };
};

const notThere = (): GalleyError =>
  new GalleyError('not_found', 'This file has no content on this side.');
