import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from 'vitest';

/** Where programs for administrators stand, which not every user's PATH names. */
const moreFolders = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

/** The absolute path of a program; undefined where the machine has none of that name. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), ...moreFolders]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/**
 * Tests that need what not every machine has. `missing` says what this one lacks: they are not run then, which
 * `npm test` tells by itself and counts neither as passed nor as failed.
 */
export const describeWhere = (
  missing: string | undefined,
  name: string,
  define: () => void,
): void => {
  if (missing === undefined) describe(name, define);
  else describe.skip(`not run (${missing}): ${name}`, define);
};
