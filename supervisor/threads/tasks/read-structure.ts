import { writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { languageOf } from '../../../shared/file-language.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { UnreadFile, UnreadReason } from '../../../shared/session/structure.ts';
import type { Change } from '../../version-control/provider.ts';
import { openChange } from '../../version-control/providers.ts';
import { readOneByOne, type Content } from '../../version-control/read-contents.ts';
import { hasGeneratedHeader } from '../patch/set-aside.ts';
import { readManifest } from '../patch/read-manifest.ts';
import { grammars } from '../structure/grammars.ts';
import { newComparison, type Comparison } from '../structure/compare-sides.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { ReadStructureRequest, StructureResult } from '../change-requests.ts';

/** What a part of the files has given. */
export interface StructurePart extends Comparison {
  readonly unread: UnreadFile[];
}

/** Larger files are not written by hand, and take too much memory to parse. */
const maxParsedBytes = 512 * 1024;
/** No further file is started after this. */
const enoughMs = 25_000;
/** How many files' contents are read at once. */
const filesAtOnce = 16;

/**
 * Compares the entities of every `of`th file on both sides, and writes a StructurePart.
 * @throws GalleyError `not_found` or `storage_failed`, or as the provider does
 */
export const readStructure = async (
  { source, manifest, part, of, output }: ReadStructureRequest,
  context: TaskContext,
): Promise<StructureResult> =>
  withTaskOutput(output, async ({ draftOf, publish }) => {
    const change = openChange(source);
    const { files } = await readManifest(manifest);
    const own = files.toSorted((a, b) => b.bytes - a.bytes).filter((_, at) => at % of === part);
    const made: StructurePart = { ...newComparison(), unread: [] };
    const readable: ChangedFile[] = [];
    for (const file of own.filter(hasCode)) {
      const reason = unreadable(file);
      if (reason === undefined) readable.push(file);
      else made.unread.push({ fileId: file.id, reason });
    }
    await readFiles(made, readable, { change, context });
    await writeFile(draftOf(output), JSON.stringify(made), { mode: 0o600 });
    await publish(output);
    return { entries: made.entries.length };
  });

/** Whether its lines are compared. */
const hasCode = ({ hunks, isBinary, kind }: ChangedFile): boolean =>
  hunks.length > 0 && !isBinary && kind === undefined;

const unreadable = ({ path, setAside }: ChangedFile): UnreadReason | undefined => {
  if (setAside !== undefined && setAside !== 'undiffed') return 'generated';
  return grammarOf(path) === undefined ? 'no-grammar' : undefined;
};

const grammarOf = (path: string) => grammars[languageOf(path)];

const readFiles = async (
  made: StructurePart,
  files: readonly ChangedFile[],
  { change, context }: { readonly change: Change; readonly context: TaskContext },
): Promise<void> => {
  const { compareFile } = await import('../structure/compare-file.ts');
  const startedMs = performance.now();
  for (let from = 0; from < files.length; from += filesAtOnce) {
    const group = files.slice(from, from + filesAtOnce);
    const contents = await readSides(group, change, context);
    for (const [index, file] of group.entries()) {
      // Yield, so that an abort is noticed.
      await setImmediate();
      context.signal.throwIfAborted();
      const isLate = performance.now() - startedMs > enoughMs;
      const grammar = grammarOf(file.path);
      const sides = contents[index];
      if (grammar === undefined || sides === undefined) continue;
      const reason =
        (isLate ? 'too-slow' : unreadContent(file, sides)) ??
        (await compareFile(made, { file, grammar }, contentsIn(sides)));
      if (reason !== undefined) made.unread.push({ fileId: file.id, reason });
    }
  }
};

interface Sides {
  readonly before: Content;
  readonly after: Content;
}

/** @throws GalleyError `not_found` if only the patch is known, or as the provider does */
const readSides = async (
  files: readonly ChangedFile[],
  { readSide, readSides: readMany }: Change,
  context: TaskContext,
): Promise<Sides[]> => {
  if (readSide === undefined)
    throw new GalleyError('not_found', 'Only the patch of this change is known, not its files.');
  const wanted = files.flatMap((file) =>
    (['old', 'new'] as const)
      .filter((side) => (side === 'old' ? file.oldBlob : file.newBlob) !== undefined)
      .map((side) => ({ file, side, maxBytes: maxParsedBytes })),
  );
  const contents = await (readMany?.(wanted, context) ?? readOneByOne(readSide, wanted, context));
  const contentOf = (file: ChangedFile, side: 'old' | 'new'): Content =>
    contents[wanted.findIndex((one) => one.file === file && one.side === side)];
  return files.map((file) => ({ before: contentOf(file, 'old'), after: contentOf(file, 'new') }));
};

const unreadContent = (
  { oldBlob, newBlob }: ChangedFile,
  { before, after }: Sides,
): UnreadReason | undefined => {
  if (before === 'too-large' || after === 'too-large') return 'too-large';
  const isMissing =
    (before === undefined) !== (oldBlob === undefined) ||
    (after === undefined) !== (newBlob === undefined);
  if (isMissing) return 'unreadable';
  return [before, after].some((one) => one !== undefined && hasGeneratedHeader(one))
    ? 'generated'
    : undefined;
};

const contentsIn = ({ before, after }: Sides) => ({
  before: typeof before === 'string' ? undefined : before,
  after: typeof after === 'string' ? undefined : after,
});
