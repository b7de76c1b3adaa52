import { readKeptVersions } from '../../shared/node/kept-versions.ts';
import { readVersion } from '../../shared/node/version-files.ts';
import type { PlanAnswer } from '../../shared/session/content.ts';
import type { Version } from '../../shared/session/kept-version.ts';

/** Which kept versions a rendered document shows, and how they differ from those before; nothing if none are kept. */
export const shownVersion = async (document: string): Promise<Pick<PlanAnswer, 'kept'>> => {
  const kept = await readKeptVersions(document);
  const read = kept.map(({ folder, number }) => readVersion(folder, number));
  const versions = (await Promise.all(read)).filter((version) => version !== undefined);
  const [first] = versions;
  if (first === undefined) return {};
  return {
    kept: { ...(kept.length === 1 ? { number: first.number } : {}), ...linesOf(versions) },
  };
};

/** First versions have none. */
const linesOf = (versions: readonly Version[]): Pick<Version, 'lines'> => {
  const counted = versions.flatMap(({ lines }) => lines ?? []);
  if (counted.length === 0) return {};
  const sum = { added: 0, removed: 0 };
  for (const { added, removed } of counted) {
    sum.added += added;
    sum.removed += removed;
  }
  return { lines: sum };
};
