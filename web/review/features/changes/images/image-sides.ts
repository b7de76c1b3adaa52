import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { Side } from '../../../../../shared/session/side-lines.ts';
import { unquoted } from '../patch/path-parts.ts';

const names = /\.(?:png|jpe?g|gif|webp|avif|svg)$/iu;

/** The sides of a file that may be shown as images, by its name and by what can be had of it; the old one first. */
export const imageSides = ({ path, kind, oldBlob, newBlob }: ChangedFile): readonly Side[] => {
  if (!names.test(unquoted(path)) || kind !== undefined) return [];
  return [
    ...(oldBlob === undefined ? [] : (['old'] as const)),
    ...(newBlob === undefined ? [] : (['new'] as const)),
  ];
};
