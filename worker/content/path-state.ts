import { stat } from 'node:fs/promises';
import { documentsIn } from '../../shared/node/documents-in.ts';
import type { SourceState } from './freshness.ts';

/** More documents than a review of a folder takes. */
const filesAtMost = 500;

/** The state of the file, or of the documents of the folder, that a review came from; undefined where it is not there. */
export const pathState = async (path: string): Promise<SourceState> => {
  try {
    if (!(await stat(path)).isDirectory()) return await fileState(path);
    const files = await documentsIn(path, filesAtMost);
    const states: string[] = [];
    for (const file of files) states.push(`${file}\0${(await fileState(file)) ?? ''}`);
    return states.join('\0');
  } catch {
    // Gone, or not to be read: there is nothing newer.
    return undefined;
  }
};

const fileState = async (path: string): Promise<SourceState> => {
  const stats = await stat(path);
  return stats.isFile() ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : undefined;
};
