import { readFile, stat } from 'node:fs/promises';
import { manifestSchema, type Manifest } from '../../../shared/placement/manifest.ts';

/** The last manifest read in this thread: a reader who pages or expands lines keeps asking for the same one. */
let last: { readonly name: string; readonly manifest: Manifest } | undefined;

/** Reads a manifest written by `prepare-diff`. @throws if it is missing or damaged */
export const readManifest = async (path: string): Promise<Manifest> => {
  const { ino, size, mtimeNs } = await stat(path, { bigint: true });
  const name = `${path} ${ino} ${size} ${mtimeNs}`;
  if (last?.name === name) return last.manifest;
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  last = { name, manifest };
  return manifest;
};
