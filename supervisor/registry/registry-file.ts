import { renameSync, statSync, type BigIntStats } from 'node:fs';
import { open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { startTimeOf } from '../../shared/node/process-identity.ts';
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

/** Removes what writers that were killed have left half-written beside the registry. */
export const removeHalfWritten = async (path: string): Promise<void> => {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    const pid = halfWritten.exec(name)?.[1];
    if (
      name.startsWith(`${basename(path)}.`) &&
      pid !== undefined &&
      startTimeOf(Number(pid)) === undefined
    )
      await unlink(join(folder, name)).catch(() => undefined);
  }
};

const halfWritten = /\.(\d+)\.tmp$/u;

/** Moves a registry that cannot be read out of the way; nothing of it is thrown away. Returns where it is now. */
export const setAsideRegistry = async (path: string, suffix: string): Promise<string> => {
  const aside = `${path}.corrupt-${suffix}`;
  await rename(path, aside);
  return aside;
};

/** After a write that failed: the sessions go on changing, and the next leader will believe the file. */
const retryMs = 2000;

/**
 * The leader's hand on `registry.json`: writes it and notices when another leader has replaced it.
 * Writes that are asked for while one is under way become one; one that fails is made again until the disk takes it.
 */
export class RegistryFile {
  readonly #path: string;
  readonly #current: () => Registry;
  #written: string | undefined;
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isRemoved = false;

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
    // A write of ours may finish between the look and the answer.
    return this.#isAsWritten() || this.#writing !== undefined || this.#namesUs();
  }

  /**
   * The same, for a leader that goes on: what is missing, or what somebody else has changed, is written anew, since all
   * who look for this leader read it.
   */
  async keep(): Promise<boolean> {
    if (!(await this.isOurs())) return false;
    const isChanged = markOf(this.#path) !== this.#written;
    // Where the disk does not take it, it is tried again.
    if (isChanged && this.#writing === undefined && !this.#isRemoved)
      await this.save().catch(() => undefined);
    return true;
  }

  /** Removes the file, unless it is another leader's by now. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    await this.#writing?.catch(() => undefined);
    clearTimeout(this.#retry);
    if (await this.isOurs()) await unlink(this.#path).catch(() => undefined);
  }

  /**
   * Temporary file, then rename, in as few calls as there can be: a session that opens waits for it. It is not synced,
   * since nothing in it outlives a reboot.
   */
  async #write(): Promise<void> {
    clearTimeout(this.#retry);
    const temporary = `${this.#path}.${process.pid}.tmp`;
    const text = `${JSON.stringify(this.#current())}\n`;
    try {
      const mark = await writeNew(temporary, text);
      // One that stood still for long may have been replaced: there is nothing between looking and replacing.
      if (!this.#isAsWritten() && !(await this.#namesUs())) throw replaced();
      renameSync(temporary, this.#path);
      this.#written = mark;
    } catch (cause) {
      if (cause instanceof GalleyError) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw cause;
      }
      this.#retry = setTimeout(() => void this.save().catch(() => undefined), retryMs).unref();
      // It would take the room that a decision needs.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw storageError(this.#path, cause);
    }
  }

  /** The cheap look: nobody has touched it, or there is none. */
  #isAsWritten(): boolean {
    const mark = markOf(this.#path);
    return mark === undefined || mark === this.#written;
  }

  /** Also where it cannot be read, or none of ours has stood there yet: then nobody else leads. */
  async #namesUs(): Promise<boolean> {
    if (this.#written === undefined) return true;
    const found = await readRegistry(this.#path);
    return (
      found.kind !== 'valid' || found.registry.supervisor.nonce === this.#current().supervisor.nonce
    );
  }
}

/** @returns the mark of the new file */
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

/** Tells a file from the one that stood there before: its number alone is given again to the next. */
const toMark = ({ ino, mtimeNs, mode, uid }: BigIntStats): string =>
  `${ino} ${mtimeNs} ${mode} ${uid}`;

const markOf = (path: string): string | undefined => {
  try {
    return toMark(statSync(path, { bigint: true }));
  } catch {
    // There is none, which the caller takes as an answer.
    return undefined;
  }
};
