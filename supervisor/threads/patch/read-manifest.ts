import { readFile } from 'node:fs/promises';
import { manifestSchema, type Manifest } from '../../../shared/placement/manifest.ts';

/** The manifest that `prepare-diff` has left in this file. @throws where it is not there, or is damaged */
export const readManifest = async (path: string): Promise<Manifest> =>
  manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
