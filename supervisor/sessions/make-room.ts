import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface MakeRoomOptions {
  /** Limit of all of them together. */
  readonly maxBytes: number;
  /** Whether a name in the folder is one of them. */
  readonly isKept: (name: string) => boolean;
}

/** Removes the folders that were written to longest ago until the rest fit. */
export const makeRoom = async (
  folder: string,
  { maxBytes, isKept }: MakeRoomOptions,
): Promise<void> => {
  const kept: { path: string; bytes: number; keptAtMs: number }[] = [];
  for (const name of await readdir(folder)) {
    if (!isKept(name)) continue;
    const path = join(folder, name);
    const names = await readdir(path).catch(() => []);
    const sizes = await Promise.all(names.map((one) => sizeOf(join(path, one))));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    kept.push({ path, bytes, keptAtMs: mtimeMs });
  }
  let left = maxBytes;
  for (const { path, bytes } of kept.toSorted((a, b) => b.keptAtMs - a.keptAtMs)) {
    left -= bytes;
    if (left < 0) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
