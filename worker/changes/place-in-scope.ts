import { readFile, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { AnnotationInput } from '../../shared/annotations/annotation.ts';
import type { ReviewSide } from '../../shared/annotations/review-annotation.ts';
import { changePaths, sidePath } from '../../shared/node/paths.ts';
import { linesOfPatch } from '../../shared/patch/patch-lines.ts';
import type { NumberedTexts } from '../../shared/placement/anchor.ts';
import { manifestSchema, type ChangedFile } from '../../shared/placement/manifest.ts';
import { placeLines } from '../../shared/placement/place-lines.ts';
import { maxWork } from '../../shared/placement/place-approximately.ts';
import { isReviewInput, type Placed, type ReviewPlaced } from '../annotations/placement.ts';
import { Slices } from '../annotations/slices.ts';
import type { Derivations } from '../content/derivations.ts';
import { CachedFile, readSpoolFile, withSpoolFile } from '../content/spool-file.ts';
import { Mutex } from '../mutex.ts';
import type { DiffIndex } from './diff-index.ts';
import { findAll, type FoundLines, type LinesInput, type ShownAt } from './find-lines.ts';
import { placeByNumber } from './place-by-number.ts';

/** The lines of larger files and patches would take too much memory. */
const maxFileBytes = 8 * 1024 * 1024;
/** Files whose whole content is read for one request; of the others, the lines of their patches. */
const maxWholeFiles = 64;
/** How long to wait for one of them. */
const patienceMs = 5000;

interface ScopeParts {
  readonly spool: string;
  readonly derivations: Pick<Derivations, 'have'>;
  /** Throws once the places are no longer needed. */
  readonly assertOpen: () => void;
}

interface Versions {
  /** The version whose lines the findings name, which is kept as long as it is asked for. */
  readonly opened: number;
  readonly shown: DiffIndex;
}

/** What became of a finding's lines; unknown if their code is. */
export type Found = (FoundLines | 'unknown') | 'same';

/** Finds lines of one version in the one that is shown; findings that are not on lines are missing. */
export type FindInShown = (
  inputs: readonly AnnotationInput[],
  versions: Versions,
) => Promise<ReadonlyMap<AnnotationInput, Found>>;

/**
 * Reads the code of findings in the version that their lines mean, and finds it in what is shown. Code outside of the
 * hunks of the former is not known; the shown files are read as a whole, since the hunks alone may show the same code at
 * another place.
 */
export const findInShown = ({ spool, derivations, assertOpen }: ScopeParts): FindInShown => {
  const slices = new Slices();
  // One file at a time bounds the memory.
  const turns = new Mutex();
  const filesOf = filesByVersion(spool);
  return async (inputs, { opened, shown }) => {
    const [before, after] = await filesOf([opened, shown.version]);
    const { patch } = changePaths(spool, opened);
    const budget = { steps: maxWork };
    const reading = { shown, derivations, filesLeft: maxWholeFiles };
    const all = new Map<AnnotationInput, Found>();
    for (const group of bySide(inputs.filter(isOnLines))) {
      const [{ filePath, side }] = group;
      const [was, is] = [before[side].get(filePath), after[side].get(filePath)];
      // The same patch has the same lines.
      const isSame = was?.digest !== undefined && was.digest === is?.digest;
      for (const input of group) all.set(input, isSame ? 'same' : 'unknown');
      if (isSame || was === undefined) continue;
      const found = await turns.run(async () => {
        const whole = is && (await readWhole(is, side, reading));
        const lines = {
          was,
          side,
          before: await readLines(patch, was, side),
          after: whole ?? (is && (await readLines(shown.patch, is, side))) ?? new Map(),
        };
        return slices.run(findAll(group, lines, budget), assertOpen);
      });
      for (const [input, lines] of found) all.set(input, lines);
    }
    return all;
  };
};

/** Places findings in another scope than the one that their lines mean. */
export const placeInScope = async (
  find: FindInShown,
  inputs: readonly AnnotationInput[],
  versions: Versions,
): Promise<readonly Placed[]> => {
  const { shown } = versions;
  const all = await find(inputs, versions);
  return inputs.map((input) => {
    const found = all.get(input) ?? 'same';
    if (found === 'same') return placeByNumber(shown, input);
    if (found === 'unknown' || !('at' in found)) return notInDiff(shown, input);
    return placeAt(shown, input, found.at);
  });
};

/** The place of a finding whose code is on these lines. */
export const placeAt = (shown: DiffIndex, input: AnnotationInput, at: ShownAt): Placed => {
  const isThere =
    isReviewInput(input) && input.lineStart === at.lineStart && input.lineEnd === at.lineEnd;
  return {
    ...placeByNumber(shown, onLines(input, at)),
    ...(isThere && at.isApproximate !== true ? {} : { shownAt: at }),
  };
};

/** The finding on other lines. */
export const onLines = (input: AnnotationInput, { lineStart, lineEnd }: ShownAt): AnnotationInput =>
  isReviewInput(input) ? { ...input, lineStart, lineEnd } : input;

/** The place of a finding whose code is not there, or not known. */
export const notInDiff = ({ shown }: DiffIndex, input: AnnotationInput): ReviewPlaced => {
  const isShown =
    isReviewInput(input) && placeLines(shown, { ...input, scope: 'file' }) !== 'unknown-file';
  return { placement: isShown ? 'outside-diff' : 'unknown-file' };
};

const isOnLines = (input: AnnotationInput): input is LinesInput =>
  isReviewInput(input) && input.scope === 'line' && input.lineStart !== undefined;

type FilesByName = Readonly<Record<ReviewSide, ReadonlyMap<string, ChangedFile>>>;

/** The files by their name on a side, and by that on the other one where no file has it on this. */
const filesByName = (files: readonly ChangedFile[]): FilesByName => {
  const older = files.map((file) => [file.oldPath ?? file.path, file] as const);
  const newer = files.map((file) => [file.path, file] as const);
  return { old: new Map([...newer, ...older]), new: new Map([...older, ...newer]) };
};

/** Reads the files of two versions, and keeps them for the next findings. */
const filesByVersion = (spool: string) => {
  const known = new Map<number, CachedFile<FilesByName>>();
  const filesOf = (version: number): Promise<FilesByName> => {
    const { manifest } = changePaths(spool, version);
    const files =
      known.get(version) ??
      new CachedFile(async () =>
        filesByName((await readSpoolFile(manifest, manifestSchema)).files),
      );
    known.set(version, files);
    return files.use();
  };
  return (versions: readonly [number, number]): Promise<[FilesByName, FilesByName]> => {
    for (const version of known.keys()) if (!versions.includes(version)) known.delete(version);
    return Promise.all([filesOf(versions[0]), filesOf(versions[1])]);
  };
};

/** What one request reads of whole files. */
interface Reading {
  readonly shown: DiffIndex;
  readonly derivations: Pick<Derivations, 'have'>;
  filesLeft: number;
}

/** All lines of a side; undefined if they cannot be had. */
const readWhole = async (
  { id: fileId }: ChangedFile,
  side: ReviewSide,
  reading: Reading,
): Promise<NumberedTexts | undefined> => {
  const { version, folder, sides } = reading.shown;
  if (reading.filesLeft <= 0 || sides.get(fileId)?.has(side) !== true) return undefined;
  reading.filesLeft -= 1;
  const path = sidePath(folder, { fileId, side });
  try {
    const made = reading.derivations.have({ kind: 'side', fileId, side, version }, path);
    await Promise.race([made, setTimeout(patienceMs, undefined, { ref: false })]);
    if ((await stat(path)).size > maxFileBytes) return undefined;
    const lines = (await readFile(path, 'utf8')).replace(/\n$/u, '').split('\n');
    return new Map(lines.map((line, index) => [index + 1, line.replace(/\r$/u, '')]));
  } catch {
    // There is no supervisor, or it is busy, and would be for the next file.
    reading.filesLeft = 0;
    return undefined;
  }
};

type Group = [LinesInput, ...LinesInput[]];

/** Grouped by side of a file. */
const bySide = (inputs: readonly LinesInput[]): Iterable<Group> => {
  const groups = new Map<string, Group>();
  for (const input of inputs) {
    const key = `${input.side}:${input.filePath}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [input]);
    else group.push(input);
  }
  return groups.values();
};

const readLines = async (
  patch: string,
  { offset, bytes }: ChangedFile,
  side: ReviewSide,
): Promise<NumberedTexts> => {
  if (bytes > maxFileBytes) return new Map();
  const read = withSpoolFile(patch, async (handle) => {
    const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, offset);
    return buffer.toString('utf8');
  });
  // If the version has been removed meanwhile, everything is placed anew.
  return linesOfPatch(await read.catch(() => ''))[side];
};
