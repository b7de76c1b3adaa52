import { readKeptVersion, readVersion } from '../../shared/node/version-files.ts';
import type { PlanAnswer } from '../../shared/session/content.ts';

/** Which kept version a session shows, and how it differs from the one before; nothing if none is kept. */
export const shownVersion = async (spool: string): Promise<Pick<PlanAnswer, 'kept'>> => {
  const kept = await readKeptVersion(spool);
  const version = kept && (await readVersion(kept.folder, kept.number));
  if (version === undefined) return {};
  const { number, lines } = version;
  return { kept: { number, ...(lines === undefined ? {} : { lines }) } };
};
