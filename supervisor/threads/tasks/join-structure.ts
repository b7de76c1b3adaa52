import { readFile, writeFile } from 'node:fs/promises';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { Structure, StructureEntry } from '../../../shared/session/structure.ts';
import { readManifest } from '../patch/read-manifest.ts';
import type { FoundEntry } from '../structure/compare-sides.ts';
import { matchLoose } from '../structure/match-loose.ts';
import { withTaskOutput } from '../task-context.ts';
import type { JoinStructureRequest, StructureResult } from '../change-requests.ts';
import type { StructurePart } from './read-structure.ts';

/** More are counted, not listed. */
const maxEntries = 5000;
const maxQuiet = 20_000;

/** Writes a Structure from all parts. @throws GalleyError `storage_failed` */
export const joinStructure = async ({
  manifest,
  parts: paths,
  output,
}: JoinStructureRequest): Promise<StructureResult> =>
  withTaskOutput(output, async ({ draftOf, publish }) => {
    const { files } = await readManifest(manifest);
    const parts = await Promise.all(paths.map(readPart));
    const byId = new Map(files.map((file, index) => [file.id, { file, index }]));
    const indexOf = (fileId: string): number => byId.get(fileId)?.index ?? 0;
    const found = matchLoose({
      entries: parts.flatMap(({ entries }) => entries),
      removed: parts.flatMap(({ removed }) => removed),
      added: parts.flatMap(({ added }) => added),
    }).toSorted((a, b) => indexOf(a.fileId) - indexOf(b.fileId) || a.first - b.first);
    const made: Structure = {
      entries: found
        .slice(0, maxEntries)
        .map((entry) => shown(entry, byId.get(entry.fileId)?.file)),
      more: Math.max(0, found.length - maxEntries),
      quiet: parts.flatMap(({ quiet }) => quiet).slice(0, maxQuiet),
      unread: parts
        .flatMap(({ unread }) => unread)
        .toSorted((a, b) => indexOf(a.fileId) - indexOf(b.fileId)),
    };
    await writeFile(draftOf(output), JSON.stringify(made), { mode: 0o600 });
    await publish(output);
    return { entries: found.length };
  });

/** Written by `read-structure` of the same release. */
const readPart = async (path: string): Promise<StructurePart> =>
  JSON.parse(await readFile(path, 'utf8')) as StructurePart;

/** With the first line that the diff shows of it. */
const shown = (entry: FoundEntry, file: ChangedFile | undefined): StructureEntry => {
  const { side, first, last } = entry;
  for (const [oldStart, oldLines, newStart, newLines] of file?.hunks ?? []) {
    const [start, lines] = side === 'old' ? [oldStart, oldLines] : [newStart, newLines];
    if (start <= last && start + lines > first) return { ...entry, line: Math.max(start, first) };
  }
  return { ...entry, line: first };
};
