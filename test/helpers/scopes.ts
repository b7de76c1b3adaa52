import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type {
  CommitsAnswer,
  CommitsQuery,
  ScopeChoice,
  ScopesAnswer,
  ScopesQuery,
} from '../../shared/session/scope.ts';
import { statePartsPath } from '../../shared/node/paths.ts';
import type { WorktreeStateResult } from '../../supervisor/threads/change-requests.ts';
import type { ChangeSource } from '../../supervisor/version-control/change-source.ts';
import {
  askRepository,
  readWorktreeState,
  refreshChange,
} from '../../supervisor/version-control/providers.ts';
import { prepareInto } from './diff.ts';

/** For calls that nobody aborts. */
export const context = { signal: new AbortController().signal };

/** The patch of a change, prepared in a folder that is left as it was. */
export const patchOf = async (folder: string, source: ChangeSource): Promise<string> => {
  await prepareInto(folder, source);
  const text = readFileSync(join(folder, 'patch.diff'), 'utf8');
  for (const name of ['patch.diff', 'manifest.json', 'state.json', 'index', 'objects'])
    rmSync(join(folder, name), { force: true, recursive: true });
  return text;
};

export const choose = async (source: ChangeSource, choice: ScopeChoice): Promise<ChangeSource> =>
  (await refreshChange({ source, choice }, context)).source;

/** The state of what is compared; what is remembered of it stays in the folder. */
export const stateOf = async (folder: string, source: ChangeSource): Promise<string> =>
  (await lookAt(folder, source)).state;

/** The same, with what has changed since the change was prepared there. */
export const lookAt = (folder: string, source: ChangeSource): Promise<WorktreeStateResult> => {
  const contents = join(folder, 'contents');
  const made = statePartsPath(folder);
  return readWorktreeState({ task: 'worktree-state', source, contents, made }, context);
};

export const scopesOf = async (
  source: ChangeSource,
  query: ScopesQuery = {},
): Promise<ScopesAnswer> =>
  (await askRepository(
    { task: 'ask-repository', source, question: { about: 'scopes', query } },
    context,
  )) as ScopesAnswer;

export const commitsOf = async (
  source: ChangeSource,
  query: CommitsQuery = {},
): Promise<CommitsAnswer> =>
  (await askRepository(
    { task: 'ask-repository', source, question: { about: 'commits', query } },
    context,
  )) as CommitsAnswer;
