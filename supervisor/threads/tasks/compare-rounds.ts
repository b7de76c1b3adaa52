import { open, readFile, stat, writeFile, type FileHandle } from 'node:fs/promises';
import type { ReviewComment } from '../../../shared/annotations/comment.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { maxWork } from '../../../shared/placement/place-approximately.ts';
import { decisionSchema, type Decision } from '../../../shared/session/decision.ts';
import type { FileSince, LastRound, RoundsFile } from '../../../shared/session/rounds.ts';
import { openChange } from '../../version-control/providers.ts';
import { readPart } from '../patch/patch-file.ts';
import { readManifest } from '../patch/read-manifest.ts';
import { compareFiles, type ComparedFile } from '../rounds/compare-files.ts';
import { commentedFile, placeEarlier, type CommentedFile } from '../rounds/earlier-comments.ts';
import { pairFiles } from '../rounds/pair-files.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { CompareRoundsRequest, CompareRoundsResult } from '../change-requests.ts';

/**
 * Compares a change with the last round of its review. The review goes on without what is kept of that: if it cannot be
 * read, the result says so.
 * @throws GalleyError `storage_failed`, or as the provider does
 */
export const compareRounds = async (
  request: CompareRoundsRequest,
  context: TaskContext,
): Promise<CompareRoundsResult> =>
  withTaskOutput(request.rounds, async ({ draftOf, publish }) => {
    const { rounds, interdiff } = request;
    const output = await open(draftOf(interdiff), 'wx', 0o600);
    let made: RoundsFile;
    try {
      const kept = await readKept(request);
      made =
        typeof kept === 'string'
          ? { missing: kept }
          : { last: await compare(request, { kept, output, context }) };
    } finally {
      await output.close();
    }
    await writeFile(draftOf(rounds), JSON.stringify(made), { mode: 0o600 });
    await publish(interdiff, rounds);
    return { files: made.last?.files.length ?? 0 };
  });

interface Kept {
  readonly files: readonly ChangedFile[];
  readonly patch: string;
  /** Whether it is what the lines of the comments mean. */
  readonly wasShown: boolean;
  readonly decision: Decision;
}

const readKept = async ({
  last,
  manifest,
}: CompareRoundsRequest): Promise<Kept | NonNullable<RoundsFile['missing']>> => {
  for (const path of [last.manifest, last.decision]) if (!(await isThere(path))) return 'not-kept';
  try {
    const decision = decisionSchema.parse(JSON.parse(await readFile(last.decision, 'utf8')));
    const shown = await readManifest(last.manifest);
    const { scope } = await readManifest(manifest);
    // Compare like with like.
    const opened =
      shown.scope !== scope && (await isThere(last.opened.manifest))
        ? await readManifest(last.opened.manifest)
        : undefined;
    return opened !== undefined && opened.scope === scope
      ? { files: opened.files, patch: last.opened.patch, wasShown: false, decision }
      : { files: shown.files, patch: last.patch, wasShown: true, decision };
  } catch {
    return 'damaged';
  }
};

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

interface Comparing {
  readonly kept: Kept;
  readonly output: FileHandle;
  readonly context: TaskContext;
}

const compare = async (
  { source, manifest, patch }: CompareRoundsRequest,
  { kept, output, context }: Comparing,
): Promise<LastRound> => {
  const { files } = await readManifest(manifest);
  const { decidedAt, outcome, feedback, comments } = kept.decision;
  const { pairs, gone } = pairFiles(kept.files, files);
  const earlier = comments.filter((comment): comment is ReviewComment => 'scope' in comment);
  const commented = new Set(earlier.map(({ filePath }) => filePath));
  const known = new Map<string, CommentedFile>();
  const since: FileSince[] = [];
  const [before, after] = [await open(kept.patch).catch(() => undefined), await open(patch)];
  let offset = 0;
  try {
    const change = openChange(source);
    for await (const one of compareFiles(pairs, { before, after, change, context })) {
      const text = Buffer.from(one.made?.interdiff ?? '', 'latin1');
      await output.appendFile(text);
      since.push(fileSince(one, { offset, bytes: text.length }));
      offset += text.length;
      const names = namesOf(one).filter((name) => commented.has(name) && !known.has(name));
      if (names.length === 0) continue;
      const file = commentedFile(one, {
        before: kept.wasShown ? await textOf(before, one.was) : '',
        after: await textOf(after, one.file),
      });
      for (const name of names) known.set(name, file);
    }
  } finally {
    await Promise.all([before?.close(), after.close()]);
  }
  const budget = { steps: maxWork };
  return {
    decidedAt,
    outcome,
    ...(feedback === undefined ? {} : { feedback }),
    files: since,
    gone: gone.map(({ path }) => path),
    comments: earlier.map((one) => placeEarlier(one, known.get(one.filePath ?? ''), budget)),
  };
};

/** The paths by which comments of the last round may name a file. */
const namesOf = ({ file, was = file }: ComparedFile): string[] =>
  [was.path, was.oldPath].filter((name) => name !== undefined);

/** More text would take too much memory. */
const maxTextBytes = 8 * 1024 * 1024;

const textOf = async (
  patch: FileHandle | undefined,
  file: ChangedFile | undefined,
): Promise<string> =>
  patch === undefined || file === undefined || file.bytes > maxTextBytes
    ? ''
    : (await readPart(patch, file)).toString('utf8');

const fileSince = (
  { file, state, renamedFrom, made }: ComparedFile,
  place: { readonly offset: number; readonly bytes: number },
): FileSince => {
  const fileId = file.id;
  if (renamedFrom !== undefined) return { fileId, state, lines: [], renamedFrom };
  if (state !== 'changed' || made === undefined) return { fileId, state };
  const { lines, interdiff, unfitHunks } = made;
  return {
    fileId,
    state,
    ...(made.isSame || lines.length > 0 ? { lines: lines.map(([from, to]) => [from, to]) } : {}),
    ...(interdiff === undefined ? {} : { interdiff: place }),
    ...(unfitHunks === 0 ? {} : { unfitHunks }),
  };
};
