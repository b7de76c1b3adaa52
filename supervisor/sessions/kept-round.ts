import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import {
  changePaths,
  documentPath,
  documentRoundsPath,
  lastRoundPaths,
  type LastRoundPaths,
} from '../../shared/node/paths.ts';
import type { Mode } from '../../shared/session/mode.ts';
import { versionsIn } from '../ended/ended-reviews.ts';
import { keepFile } from './keep-file.ts';
import { keepDocuments } from './kept-documents.ts';
import { makeRoom } from './make-room.ts';
import { maxKeptRoundsBytes } from '../../shared/limits.ts';

interface EndedRound {
  /** The folder of rounds, and the key of what was reviewed. */
  readonly folder: string;
  readonly key: string;
  readonly mode: Mode;
  readonly spool: string;
  readonly decision: string;
}

/**
 * Keeps what the next round is compared with, in place of an earlier round: what was shown last, and the decision with
 * its comments. These files never change, so they are linked: they take no space while the ended review has them, too.
 * Rejects if nothing was kept.
 */
export const keepRound = async (round: EndedRound): Promise<void> => {
  const { folder, key, mode, decision } = round;
  const kept = lastRoundPaths(folder, key);
  const draft = lastRoundPaths(folder, `${key}.${randomUUID()}`);
  try {
    try {
      await mkdir(draft.folder, { mode: 0o700 });
      // There may be none.
      await keepFile(kept.settled, draft.settled).catch(() => undefined);
    } finally {
      // An older round must not pass for the last one if this fails.
      await forgetRound(folder, key);
    }
    if (mode === 'review') await keepChange(round.spool, draft);
    else await keepDocument(round, draft);
    await keepFile(decision, draft.decision);
    await rename(draft.folder, kept.folder);
  } finally {
    await rm(draft.folder, { recursive: true, force: true });
  }
};

/** Keeps a document, or those of many that were shown, and what had become of the comments of the rounds before. */
const keepDocument = async (round: EndedRound, draft: LastRoundPaths): Promise<void> => {
  await keepFile(documentPath(round.spool), draft.document);
  await keepDocuments(round, draft.documents);
  const compared = await comparedRounds(round.spool);
  if (compared !== undefined) await keepFile(compared, draft.earlier);
};

/** The last comparison with the round before; undefined if there was none. */
const comparedRounds = async (spool: string): Promise<string | undefined> => {
  const versions = (await readdir(spool)).flatMap(
    (name) => /^rounds-(\d{1,9})\.json$/u.exec(name)?.[1] ?? [],
  );
  const version = Math.max(0, ...versions.map(Number));
  return version === 0 ? undefined : documentRoundsPath(spool, version);
};

/** Keeps a change as it was shown last, and in the scope that it was opened with. */
const keepChange = async (spool: string, draft: LastRoundPaths): Promise<void> => {
  const versions = await versionsIn(spool);
  const [shown] = versions;
  if (shown === undefined) return;
  // The worker removes all others.
  const opened = versions.at(-1);
  await keepVersion(changePaths(spool, shown), draft);
  if (opened !== undefined && opened !== shown)
    await keepVersion(changePaths(spool, opened), draft.opened);
};

export const forgetRound = (folder: string, key: string): Promise<void> =>
  rm(lastRoundPaths(folder, key).folder, { recursive: true, force: true });

/** Moves a kept round to another key. Never rejects: there may be none. */
export const takeOverRound = (folder: string, from: string, to: string): Promise<void> =>
  rename(lastRoundPaths(folder, from).folder, lastRoundPaths(folder, to).folder).catch(
    () => undefined,
  );

type VersionFiles = Readonly<Record<'manifest' | 'patch', string>>;

const keepVersion = async (from: VersionFiles, to: VersionFiles): Promise<void> => {
  await keepFile(from.manifest, to.manifest);
  await keepFile(from.patch, to.patch);
};

/** Removes the oldest kept rounds until the rest fit. */
export const makeRoomForRounds = (folder: string, maxBytes = maxKeptRoundsBytes): Promise<void> =>
  makeRoom(folder, { maxBytes, isKept: (name) => name.endsWith('.last') });
