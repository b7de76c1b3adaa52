import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { changePaths } from '../../shared/node/paths.ts';

/** Removes a version of a change. Errors are ignored: leftovers go with the spool. */
export const removeChange = async (spool: string, version: number): Promise<void> => {
  const { folder } = changePaths(spool, version);
  const isWhole = folder !== spool;
  const names = isWhole ? [''] : (await readdir(spool)).filter((name) => ofChange.test(name));
  await Promise.allSettled(
    names.map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
};

/** Files of the first version, which are in the spool folder itself. */
const ofChange = /^(?:patch\.diff|manifest\.json|no-whitespace\..+|side-.+)$/u;
