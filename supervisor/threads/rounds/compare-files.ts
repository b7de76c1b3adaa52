import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { FileSince } from '../../../shared/session/rounds.ts';
import type { Change } from '../../version-control/provider.ts';
import { readOneByOne, type Content } from '../../version-control/read-contents.ts';
import { readPart } from '../patch/patch-file.ts';
import type { TaskContext } from '../task-context.ts';
import { comparePatches, type PatchComparison } from './compare-patches.ts';
import { hasLines, isAlikeOutside, isSameChange, type FilePair } from './pair-files.ts';

/** Larger files are not compared line by line. */
const maxComparedBytes = 2 * 1024 * 1024;
/** How many files' contents are read at once. */
const filesAtOnce = 16;
/** No further file is compared line by line after this. */
const enoughMs = 30_000;

export interface ComparedFile extends FilePair {
  readonly state: FileSince['state'];
  /** Its path in the last round, if nothing else of it has changed. */
  readonly renamedFrom?: string;
  /** Absent if the file is the same by its ids, new, or cannot be compared line by line. */
  readonly made?: PatchComparison;
}

interface Comparing {
  /** The patches; that of the last round may not be kept. */
  readonly before: FileHandle | undefined;
  readonly after: FileHandle;
  readonly change: Change;
  readonly context: TaskContext;
}

/** Compares files with what they were in the last round, in their order. */
export async function* compareFiles(
  pairs: readonly FilePair[],
  comparing: Comparing,
): AsyncGenerator<ComparedFile> {
  const startedMs = performance.now();
  for (let from = 0; from < pairs.length; from += filesAtOnce) {
    const group = pairs.slice(from, from + filesAtOnce);
    const isLate = () => performance.now() - startedMs > enoughMs;
    const close = isLate() ? [] : group.filter(isComparedClosely);
    const bases = await readBases(
      close.map(({ file }) => file),
      comparing,
    );
    for (const pair of group) {
      // Yield, so that an abort is noticed.
      await setImmediate();
      comparing.context.signal.throwIfAborted();
      const isClose = close.includes(pair) && !isLate();
      yield isClose ? await compareFile(pair, bases, comparing) : compareFacts(pair);
    }
  }
}

const compareFacts = ({ file, was }: FilePair): ComparedFile => {
  if (was === undefined) return { file, was, state: 'new' };
  return { file, was, ...stateOf({ file, was }, isSameChange(was, file)) };
};

const stateOf = (
  { file, was }: Required<FilePair>,
  isSame: boolean,
): Pick<ComparedFile, 'state' | 'renamedFrom'> => {
  if (!isSame) return { state: 'changed' };
  if (was === undefined || was.path === file.path) return { state: 'same' };
  return { state: 'changed', renamedFrom: was.path };
};

const isComparedClosely = ({ file, was }: FilePair): boolean =>
  was !== undefined &&
  !isSameChange(was, file) &&
  [was, file].every((one) => hasLines(one) && one.bytes <= maxComparedBytes);

const compareFile = async (
  { file, was }: FilePair,
  bases: ReadonlyMap<ChangedFile, string>,
  { before, after }: Comparing,
): Promise<ComparedFile> => {
  if (was === undefined || before === undefined) return compareFacts({ file, was });
  const made = comparePatches({
    before: (await readPart(before, was)).toString('latin1'),
    after: (await readPart(after, file)).toString('latin1'),
    base: bases.get(file),
  });
  const isSame = made.isSame && isAlikeOutside(was, file);
  return { file, was, made, ...stateOf({ file, was }, isSame) };
};

/** The old sides, as far as they can be read. */
const readBases = async (
  files: readonly ChangedFile[],
  { change: { readSide, readSides: readMany }, context }: Comparing,
): Promise<ReadonlyMap<ChangedFile, string>> => {
  const bases = new Map<ChangedFile, string>();
  for (const file of files) if (file.status === 'added') bases.set(file, '');
  const wanted = files
    .filter(({ oldBlob }) => oldBlob !== undefined)
    .map((file) => ({ file, side: 'old', maxBytes: maxComparedBytes }) as const);
  if (readSide === undefined || wanted.length === 0) return bases;
  const contents: readonly Content[] = await (readMany?.(wanted, context) ??
    readOneByOne(readSide, wanted, context));
  for (const [index, { file }] of wanted.entries()) {
    const content = contents[index];
    if (typeof content === 'object') bases.set(file, content.toString('latin1'));
  }
  return bases;
};
