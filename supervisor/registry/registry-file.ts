import { renameSync, statSync, type BigIntStats } from 'node:fs';
import { open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { startTimeOf } from '../../shared/node/process-identity.ts';
import { storageError } from '../../shared/node/atomic-file.ts';
import { registrySchema, type Registry } from '../../shared/supervisor/registry.ts';

/** State of the registry file. */
export type RegistryOnDisk =
  | { readonly kind: 'none' }
  | { readonly kind: 'valid'; readonly registry: Registry }
  | { readonly kind: 'corrupt'; readonly reason: string };

/** Needs no lock, since the file is only ever replaced as a whole. */
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

/** Removes temporary files of writers that were killed. */
export const removePartialWrites = async (path: string): Promise<void> => {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    const pid = partialWrite.exec(name)?.[1];
    if (
      name.startsWith(`${basename(path)}.`) &&
      pid !== undefined &&
      startTimeOf(Number(pid)) === undefined
    )
      await unlink(join(folder, name)).catch(() => undefined);
  }
};

const partialWrite = /\.(\d+)\.tmp$/u;

/** Moves an unreadable registry out of the way without deleting it. Returns its new path. */
export const setAsideRegistry = async (path: string, suffix: string): Promise<string> => {
  const aside = `${path}.corrupt-${suffix}`;
  await rename(path, aside);
  return aside;
};

/** Retry a failed write: sessions keep changing, and the next leader will trust the file. */
const retryMs = 2000;

/**
 * The leader's side of `registry.json`: writes it, and notices when another leader has replaced it. Saves requested
 * during a write are merged into one; a failed write is retried until it succeeds.
 */
export class RegistryFile {
  readonly #path: string;
  readonly #current: () => Registry;
  #written: string | undefined;
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isRemoved = false;

  /** @param current returns the content to write */
  constructor(path: string, current: () => Registry) {
    this.#path = path;
    this.#current = current;
  }

  /**
   * Resolves when the current content is on disk.
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

  /** Whether the file is still this leader's, or missing, in which case it can be rewritten. */
  async isOurs(): Promise<boolean> {
    // A write of our own may finish between the check and the answer.
    return this.#isAsWritten() || this.#writing !== undefined || this.#namesUs();
  }

  /** Like `isOurs`, and rewrites a missing or changed file, since clients find the leader through it. */
  async keep(): Promise<boolean> {
    if (!(await this.isOurs())) return false;
    const isChanged = markOf(this.#path) !== this.#written;
    // A failed save is retried.
    if (isChanged && this.#writing === undefined && !this.#isRemoved)
      await this.save().catch(() => undefined);
    return true;
  }

  /** Removes the file unless another leader has replaced it. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    await this.#writing?.catch(() => undefined);
    clearTimeout(this.#retry);
    if (await this.isOurs()) await unlink(this.#path).catch(() => undefined);
  }

  /**
   * Temporary file, then rename, with few system calls since opening a session waits for it. No fsync: nothing in the
   * file outlives a reboot.
   */
  async #write(): Promise<void> {
    clearTimeout(this.#retry);
    const temporary = `${this.#path}.${process.pid}.tmp`;
    const text = `${JSON.stringify(this.#current())}\n`;
    try {
      const mark = await writeNew(temporary, text);
      // A process that was suspended may have been replaced. Nothing may run between this check and the rename.
      if (!this.#isAsWritten() && !(await this.#namesUs())) throw replaced();
      renameSync(temporary, this.#path);
      this.#written = mark;
    } catch (cause) {
      if (cause instanceof GalleyError) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw cause;
      }
      this.#retry = setTimeout(() => void this.save().catch(() => undefined), retryMs).unref();
      // Leave the space to decisions.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw storageError(this.#path, cause);
    }
  }

  /** The cheap check: the file is untouched or missing. */
  #isAsWritten(): boolean {
    const mark = markOf(this.#path);
    return mark === undefined || mark === this.#written;
  }

  /** True as well if it is unreadable, or we have not written yet: then nobody else leads. */
  async #namesUs(): Promise<boolean> {
    if (this.#written === undefined) return true;
    const found = await readRegistry(this.#path);
    return (
      found.kind !== 'valid' || found.registry.supervisor.nonce === this.#current().supervisor.nonce
    );
  }
}

/** @returns the fingerprint of the new file */
const writeNew = async (path: string, text: string): Promise<string> => {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    return toMark(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
};

const replaced = (): GalleyError =>
  new GalleyError('shutting_down', 'Another supervisor has replaced this one. Try again.');

/** Identifies one version of the file. The inode alone is not enough, since it gets reused. */
const toMark = ({ ino, mtimeNs, mode, uid }: BigIntStats): string =>
  `${ino} ${mtimeNs} ${mode} ${uid}`;

const markOf = (path: string): string | undefined => {
  try {
    return toMark(statSync(path, { bigint: true }));
  } catch {
    // Missing.
    return undefined;
  }
};
