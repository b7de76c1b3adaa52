import { realpath } from 'node:fs/promises';
import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { Change, ChangeRepository, Provider } from '../provider.ts';
import { repositoryAround } from '../repository-around.ts';

/** What is compared in the repository around a patch: its provider, and the value that this knows. */
export const aroundSchema = z.object({ provider: z.string(), value: z.json() });
export type Around = z.infer<typeof aroundSchema>;

/** A repository can be made to hang whoever reads it, and the patch must not wait for that. */
const timeLimitMs = 5000;

/** The repository that a folder is in; undefined if there is none, or it cannot be read: the patch can. */
export const findAround = async (
  cwd: string,
  repositories: readonly Provider[],
  task: TaskContext,
): Promise<Around | undefined> => {
  const markers = repositories.flatMap(({ marker }) => marker ?? []);
  const folder = await realpath(cwd);
  if ((await repositoryAround(folder, markers)) === undefined) return undefined;
  const signal = AbortSignal.any([task.signal, AbortSignal.timeout(timeLimitMs)]);
  const context = { ...task, signal };
  try {
    const wanted = { cwd, isPart: true } as const;
    for (const { name, detect, resolve } of repositories)
      if (await detect(wanted))
        return { provider: name, value: (await resolve(wanted, context)).value };
  } catch (error) {
    task.signal.throwIfAborted();
    if (!(error instanceof GalleyError)) throw error;
  }
  return undefined;
};

export interface OpenedAround {
  readonly stored: Around;
  readonly change: Change;
  readonly repository: ChangeRepository;
}

/** Undefined if its provider offers nothing else. */
export const openAround = (
  stored: Around,
  repositories: readonly Provider[],
): OpenedAround | undefined => {
  const change = repositories.find(({ name }) => name === stored.provider)?.open(stored.value);
  if (change?.repository === undefined) return undefined;
  return { stored, change, repository: change.repository };
};
