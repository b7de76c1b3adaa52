import { readFile, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { AnnotationInput } from '../../shared/annotations/annotation.ts';
import type { ReviewSide } from '../../shared/annotations/review-annotation.ts';
import { changePaths, sidePath } from '../../shared/node/paths.ts';
import { linesOfPatch } from '../../shared/patch/patch-lines.ts';
import type { NumberedTexts } from '../../shared/placement/anchor.ts';
import { manifestSchema, type ChangedFile } from '../../shared/placement/manifest.ts';
import { maxWork } from '../../shared/placement/place-approximately.ts';
import { isReviewInput, type Placed } from '../annotations/placement.ts';
import { Slices } from '../annotations/slices.ts';
import type { Derivations } from '../content/derivations.ts';
import { CachedFile, readSpoolFile, withSpoolFile } from '../content/spool-file.ts';
import { Mutex } from '../mutex.ts';
import { placeByNumber, type DiffIndex } from './diff-index.ts';
import { findAll, type LinesInput } from './find-lines.ts';

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
  /** The newest version of the scope that the session was opened with. */
  readonly opened: number;
  readonly shown: DiffIndex;
}

/**
 * Places findings in another scope than the one that their lines mean: reads their code in the opening scope and finds
 * it in what is shown. Code outside of the opening hunks is not found; the shown files are read as a whole, since the
 * hunks alone may show the same code at another place.
 */
export const placeInScope = ({ spool, derivations, assertOpen }: ScopeParts) => {
  const slices = new Slices();
  // One file at a time bounds the memory.
  const turns = new Mutex();
  const filesOf = filesByVersion(spool);
  return async (
    inputs: readonly AnnotationInput[],
    { opened, shown }: Versions,
  ): Promise<readonly Placed[]> => {
    const [before, after] = await filesOf([opened, shown.version]);
    const { patch } = changePaths(spool, opened);
    const budget = { steps: maxWork };
    const reading = { shown, derivations, filesLeft: maxWholeFiles };
    const places = new Map<AnnotationInput, Placed>();
    for (const group of bySide(inputs.filter(isOnLines))) {
      const [{ filePath, side }] = group;
      const [was, is] = [before[side].get(filePath), after[side].get(filePath)];
      // The same patch has the same lines.
      if (was?.digest !== undefined && was.digest === is?.digest) continue;
      const missing: Placed = { placement: is === undefined ? 'unknown-file' : 'outside-diff' };
      for (const input of group) places.set(input, missing);
      if (was === undefined || is === undefined) continue;
      const found = await turns.run(async () => {
        const whole = await readWhole(is, side, reading);
        const lines = {
          was,
          side,
          before: await readLines(patch, was, side),
          after: whole ?? (await readLines(shown.patch, is, side)),
        };
        return slices.run(findAll(group, lines, budget), assertOpen);
      });
      for (const [input, shownAt] of found) {
        const { lineStart, lineEnd, isApproximate } = shownAt;
        const hasMoved = lineStart !== input.lineStart || lineEnd !== input.lineEnd;
        places.set(input, {
          ...placeByNumber(shown, { ...input, lineStart, lineEnd }),
          ...(hasMoved || isApproximate === true ? { shownAt } : {}),
        });
      }
    }
    return inputs.map((input) => places.get(input) ?? placeByNumber(shown, input));
  };
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
