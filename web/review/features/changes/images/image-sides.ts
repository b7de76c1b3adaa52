import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { Side } from '../../../../../shared/session/side-lines.ts';
import { unquoted } from '../patch/path-parts.ts';

const names = /\.(?:png|jpe?g|gif|webp|avif|svg)$/iu;

/** Which sides can be shown as images, by file name and available blobs; old first. */
export const imageSides = ({ path, kind, oldBlob, newBlob }: ChangedFile): readonly Side[] => {
  if (!names.test(unquoted(path)) || kind !== undefined) return [];
  return [
    ...(oldBlob === undefined ? [] : (['old'] as const)),
    ...(newBlob === undefined ? [] : (['new'] as const)),
  ];
};
