import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from 'vitest';

/** Folders of system programs, which may be missing from PATH. */
const moreFolders = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

/** The absolute path of a program; undefined if it is not installed. */
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
 * Tests that need something not every machine has. If this one lacks it, as `missing` says, they are skipped; `npm
 * test` lists them separately from passed and failed ones.
 */
export const describeWhere = (
  missing: string | undefined,
  name: string,
  define: () => void,
): void => {
  if (missing === undefined) describe(name, define);
  else describe.skip(`not run (${missing}): ${name}`, define);
};
