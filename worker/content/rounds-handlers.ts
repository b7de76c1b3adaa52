import { GalleyError } from '../../shared/errors.ts';
import { extendedReply } from '../../shared/node/http/content-replies.ts';
import { file, json } from '../../shared/node/http/reply.ts';
import { changePaths, documentRoundsPath, roundsPaths } from '../../shared/node/paths.ts';
import type { RoundsAnswer } from '../../shared/session/rounds.ts';
import { settledSchema, type Settled } from '../../shared/session/settled.ts';
import { readSpoolFile, withSpoolFile } from './spool-file.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';

/** What changed since the last round, compared on the first request for a version. */
export const roundsHandler = (core: SessionCore): SessionHandlers<'getRounds'> => {
  const { assignment, version } = core;
  const round = roundOf(core);
  return {
    getRounds: async () => {
      if (round === 1) {
        const body: RoundsAnswer = { version: version.current, round };
        return json(body);
      }
      const { spool } = assignment.files;
      const path =
        assignment.mode === 'review'
          ? roundsPaths(changePaths(spool, version.current).folder).rounds
          : documentRoundsPath(spool, version.current);
      const compared = await compare(core, path);
      const facts = { version: compared, round, ...(await settledIn(core)) };
      return withSpoolFile(path, (handle) => extendedReply(handle, facts));
    },
  };
};

/** Of a change, the state of a comment says enough. */
const settledIn = async ({
  assignment: { mode },
  derivations,
}: SessionCore): Promise<Partial<Settled>> =>
  mode === 'review'
    ? {}
    : settledSchema.parse((await derivations.make({ kind: 'settled' })).answer);

/** Settles a comment of an earlier round. */
export const settleHandler = (core: SessionCore): SessionHandlers<'settleComment'> => ({
  settleComment: async ({ body: change }) => {
    if (roundOf(core) === 1)
      throw new GalleyError('not_found', 'This is the first round: there are no earlier comments.');
    const { answer } = await core.derivations.make({ kind: 'settled', change });
    return json(settledSchema.parse(answer));
  },
});

/** What changed in a file since the last round. */
export const interdiffHandler = (core: SessionCore): SessionHandlers<'getInterdiff'> => ({
  getInterdiff: async ({ query: { id } }) => {
    const found = roundOf(core) === 1 ? undefined : await findInterdiff(core, id);
    if (found === undefined)
      throw new GalleyError('not_found', 'It is not known what has changed in this file.');
    const part = { contentType: 'text/x-diff; charset=utf-8', ...found.place };
    return withSpoolFile(found.path, (handle) => file(handle, part));
  },
});

const roundOf = ({ assignment: { reviewed: { round = 1 } = {} } }: SessionCore): number => round;

/** @param path where the result is wanted. @returns the version that was compared */
const compare = async (
  { preparation, derivations, version }: SessionCore,
  path: string,
): Promise<number> => {
  if (preparation.current.state !== 'ready')
    throw new GalleyError('not_found', 'What is reviewed is not ready yet.');
  const { current } = version;
  await derivations.have({ kind: 'rounds', version: current }, path);
  return current;
};

const findInterdiff = async (core: SessionCore, id: string) => {
  const { assignment, version } = core;
  const { folder } = changePaths(assignment.files.spool, version.current);
  const { rounds, interdiff: path } = roundsPaths(folder);
  await compare(core, rounds);
  const { roundsSchema } = await import('../../shared/session/rounds.ts');
  const { last } = await readSpoolFile(rounds, roundsSchema);
  const place = last?.files.find(({ fileId }) => fileId === id)?.interdiff;
  return place && { path, place };
};
