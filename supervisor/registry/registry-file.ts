import { open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { storageError } from '../../shared/node/atomic-file.ts';
import { registrySchema, type Registry } from '../../shared/supervisor/registry.ts';

/** What stands at the registry's place. */
export type RegistryOnDisk =
  | { readonly kind: 'none' }
  | { readonly kind: 'valid'; readonly registry: Registry }
  | { readonly kind: 'corrupt'; readonly reason: string };

/** Reads the registry; needs no lock, since it is only ever replaced as a whole. */
export const readRegistry = async (path: string): Promise<RegistryOnDisk> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'none' };
    return { kind: 'corrupt', reason: String(error) };
  }
  try {
    return { kind: 'valid', registry: registrySchema.parse(JSON.parse(text)) };
  } catch (error) {
    return { kind: 'corrupt', reason: error instanceof Error ? error.message : String(error) };
  }
};

/** Moves a registry that cannot be read out of the way; nothing of it is thrown away. Returns where it is now. */
export const setAsideRegistry = async (path: string, suffix: string): Promise<string> => {
  const aside = `${path}.corrupt-${suffix}`;
  await rename(path, aside);
  return aside;
};

/**
 * The leader's hand on `registry.json`: writes it and notices when another leader has replaced it.
 * Writes that are asked for while one is under way become one.
 */
export class RegistryFile {
  readonly #path: string;
  readonly #current: () => Registry;
  #inode: bigint | undefined;
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** `current` gives what shall stand in the file. */
  constructor(path: string, current: () => Registry) {
    this.#path = path;
    this.#current = current;
  }

  /**
   * Resolves when what `current` gives now stands in the file.
   * @throws GalleyError `storage_failed`
   */
  save(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#writing === undefined) {
      this.#writing = this.#write().finally(() => (this.#writing = undefined));
      return this.#writing;
    }
    const previous = this.#writing;
    this.#next = previous
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#writing = this.#write().finally(() => (this.#writing = undefined));
        return this.#writing;
      });
    return this.#next;
  }

  /** Whether the file is still this leader's. A missing file is: it can be written again. */
  async isOurs(): Promise<boolean> {
    const inode = await inodeOf(this.#path);
    if (inode === undefined || inode === this.#inode) return true;
    // A write of ours may have finished between the look and now.
    if (this.#writing !== undefined) return true;
    const found = await readRegistry(this.#path);
    return (
      found.kind !== 'valid' || found.registry.supervisor.nonce === this.#current().supervisor.nonce
    );
  }

  /** Removes the file, unless it is another leader's by now. */
  async remove(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    if (await this.isOurs()) await unlink(this.#path).catch(() => undefined);
  }

  /**
   * Temporary file, then rename, in as few calls as there can be: a session that opens waits for it. It is not synced,
   * since nothing in it outlives a reboot.
   */
  async #write(): Promise<void> {
    const temporary = `${this.#path}.${process.pid}.tmp`;
    const text = `${JSON.stringify(this.#current())}\n`;
    try {
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(text);
        this.#inode = (await file.stat({ bigint: true })).ino;
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path);
    } catch (cause) {
      throw storageError(this.#path, cause);
    }
  }
}

const inodeOf = async (path: string): Promise<bigint | undefined> => {
  try {
    return (await stat(path, { bigint: true })).ino;
  } catch {
    // There is none, which the caller takes as an answer.
    return undefined;
  }
};
