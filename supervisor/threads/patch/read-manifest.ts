import { readFile, stat } from 'node:fs/promises';
import { manifestSchema, type Manifest } from '../../../shared/placement/manifest.ts';

/** What this thread read last: who expands lines or turns pages asks for one file of it after the other. */
let last: { readonly name: string; readonly manifest: Manifest } | undefined;

/** The manifest that `prepare-diff` has left in this file. @throws where it is not there, or is damaged */
export const readManifest = async (path: string): Promise<Manifest> => {
  const { ino, size, mtimeNs } = await stat(path, { bigint: true });
  const name = `${path} ${ino} ${size} ${mtimeNs}`;
  if (last?.name === name) return last.manifest;
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  last = { name, manifest };
  return manifest;
};
