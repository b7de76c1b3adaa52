import { join } from 'node:path';
import type { SmallDisk } from './small-disk.ts';

/** A home on a disk, named as Galley sees it; its files are looked at from outside. */
export const homeOn = ({ folder, outside }: SmallDisk) => ({
  home: folder,
  state: join(outside, 'state'),
  registryPath: join(outside, 'run', 'registry.json'),
  remove: () => Promise.resolve(),
});
