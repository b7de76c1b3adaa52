import { GalleyError } from '../../shared/errors.ts';
import { json } from '../../shared/node/http/reply.ts';
import {
  appliedSchema,
  projectChangeSchema,
  type Applied,
  type ProjectRequest,
  type StagedPart,
  type Suggestion,
} from '../../shared/session/staging.ts';
import { Mutex } from '../mutex.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';

/** Changes the project behind the change, one at a time, by tasks of the supervisor. */
export const projectHandlers = ({
  assignment: { provided, isRemote },
  derivations,
  gate,
  preparation,
  reviewed,
  version,
}: SessionCore): SessionHandlers<
  'stageChange' | 'applySuggestions' | 'listProjectChanges' | 'undoProjectChange'
> => {
  const mutex = new Mutex();
  const canWrite = provided.includes('staging');
  const ask = async (request: ProjectRequest): Promise<unknown> => {
    if (!canWrite) throw isRemote ? notHere() : notOffered();
    gate.assertUndecided();
    if (preparation.current.state !== 'ready') throw notReady();
    return (await derivations.make({ kind: 'repository', question: request })).answer;
  };
  const tell = (...parts: StagedPart[]): void =>
    reviewed.stagingChanged([...reviewed.staging, ...parts]);
  const refuseOtherVersion = (shown: number): void => {
    if (shown !== version.current)
      throw new GalleyError(
        'content_changed',
        'The review shows something newer by now. Look at that and try again.',
      );
  };
  return {
    stageChange: ({ body: staging }) =>
      mutex.run(async () => {
        refuseOtherVersion(staging.version);
        const { action, path, lines } = staging;
        const told = { action, path, ...(lines === undefined ? {} : { lines }) };
        try {
          const made = projectChangeSchema.parse(await ask({ do: 'stage', staging }));
          tell({ ...told, id: made.id });
          return json(made);
        } catch (error) {
          if (error instanceof GalleyError && error.code === 'change_refused')
            tell({ ...told, refusal: error.message });
          throw error;
        }
      }),

    applySuggestions: ({ body }) =>
      mutex.run(async () => {
        refuseOtherVersion(body.version);
        const applied = appliedSchema.parse(await ask({ do: 'apply', ...body }));
        tell(...partsOf(applied, body.suggestions));
        return json(applied);
      }),

    // In remote mode nothing can be undone, which is no error.
    listProjectChanges: async () =>
      json(isRemote && !canWrite ? { changes: [] } : await ask({ do: 'list' })),

    undoProjectChange: ({ body: { id } }) =>
      mutex.run(async () => {
        const undone = await ask({ do: 'undo', id });
        reviewed.stagingChanged(reviewed.staging.filter((one) => one.id !== id));
        return json(undone);
      }),
  };
};

/** What was applied, and what was not, for the agent. */
const partsOf = (
  { changes, refused }: Applied,
  suggestions: readonly Suggestion[],
): StagedPart[] => [
  ...changes.map(({ madeAt: _, ...change }) => change),
  ...refused.flatMap(({ index, reason }): StagedPart[] => {
    const one = suggestions[index];
    if (one === undefined) return [];
    const { path, first, last } = one;
    return [{ action: 'apply', path, lines: [{ side: 'new', first, last }], refusal: reason }];
  }),
];

const notOffered = (): GalleyError =>
  new GalleyError('not_found', 'There is no repository here that Galley can write to.');

const notReady = (): GalleyError =>
  new GalleyError('not_found', 'The change is still being prepared. Try again in a moment.');

const notHere = (): GalleyError =>
  new GalleyError(
    'forbidden_change',
    'In remote mode Galley does not stage, discard or apply changes. To allow that, run `galley config set allowRemoteWrites true` and open the review again.',
  );
