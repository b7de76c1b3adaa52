import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { Structure } from '../../../../../shared/session/structure.ts';

type OrderedFile = Pick<ChangedFile, 'id' | 'path' | 'setAside'>;

const testPath =
  /(?:^|\/)(?:tests?|specs?|__tests__|e2e|benchmarks?)\/|[._-](?:test|spec)\.|(?:^|\/)test_/iu;

/**
 * Orders files by how much of their structure has changed: code with the most changed functions and types first, then
 * tests, files without structure, those in which only formatting or imports differ, and generated ones. Otherwise in the
 * given order.
 */
export const orderByStructure = <File extends OrderedFile>(
  files: readonly File[],
  { entries, unread }: Pick<Structure, 'entries' | 'unread'>,
): File[] => {
  const generated = new Set(
    unread.filter(({ reason }) => reason === 'generated').map(({ fileId }) => fileId),
  );
  const known = new Map<string, { changed: number; isTest: boolean }>();
  for (const { fileId, kind, change } of entries) {
    const { changed, isTest } = known.get(fileId) ?? { changed: 0, isTest: false };
    const isTrivial = change === 'reformatted' || kind === 'imports';
    known.set(fileId, {
      changed: changed + (isTrivial ? 0 : 1),
      isTest: isTest || kind === 'test',
    });
  }
  const placeOf = ({ id, path, setAside }: File): readonly [group: number, changed: number] => {
    if (setAside !== undefined || generated.has(id)) return [4, 0];
    const { changed, isTest } = known.get(id) ?? { changed: undefined, isTest: false };
    if (changed === undefined) return [2, 0];
    if (changed === 0) return [3, 0];
    return [isTest || testPath.test(path) ? 1 : 0, changed];
  };
  return files
    .map((file) => ({ file, place: placeOf(file) }))
    .toSorted((a, b) => a.place[0] - b.place[0] || b.place[1] - a.place[1])
    .map(({ file }) => file);
};
