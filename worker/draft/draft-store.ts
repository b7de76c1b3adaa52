import { rm } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { readFileIfThere, replaceFile } from '../../shared/node/atomic-file.ts';
import { InTurn } from '../in-turn.ts';
import {
  draftFileSchema,
  type DraftAnswer,
  type DraftBody,
  type DraftFile,
} from '../../shared/session/draft.ts';

const none: DraftAnswer = { generation: 0, draft: null };

/**
 * The reviewer's unsent words on the disk. Changes are made one after the other, each durable when it resolves; one
 * that comes late is refused by its generation.
 */
export class DraftStore {
  readonly #path: string;
  readonly #turn = new InTurn();

  constructor(path: string) {
    this.#path = path;
  }

  /** What stands behind every change that was begun: a page that is loaded again asks while its last words arrive. */
  read(): Promise<DraftAnswer> {
    return this.#turn.run(() => this.#read());
  }

  async #read(): Promise<DraftAnswer> {
    const text = await readFileIfThere(this.#path);
    const file = text === undefined ? undefined : parseDraft(text);
    if (file === undefined) return none;
    const { generation, savedAt } = file;
    if (file.isDeleted) return { generation, draft: null, savedAt };
    const { isDeleted: _, savedAt: __, ...draft } = file;
    return { generation, draft, savedAt };
  }

  /** @throws GalleyError `stale_draft` where that generation, or a newer one, is there; `storage_failed` */
  save(draft: DraftBody): Promise<void> {
    return this.#turn.run(async () => {
      const { generation } = await this.#read();
      if (draft.generation <= generation) throw stale(generation);
      await this.#write({ ...draft, isDeleted: false, savedAt: new Date().toISOString() });
    });
  }

  /**
   * Forgets the words up to a generation, and leaves the mark that refuses those that come late.
   * @throws GalleyError `stale_draft` where there are newer words; `storage_failed`
   */
  remove(generation: number): Promise<void> {
    return this.#turn.run(async () => {
      const known = await this.#read();
      if (generation < known.generation) throw stale(known.generation);
      if (generation === known.generation && known.draft === null) return;
      await this.#write({ generation, isDeleted: true, savedAt: new Date().toISOString() });
    });
  }

  /** Removes the file, behind every change that was begun: the words were sent. */
  discard(): Promise<void> {
    return this.#turn.run(() => rm(this.#path, { force: true }));
  }

  #write(file: DraftFile): Promise<void> {
    return replaceFile(this.#path, JSON.stringify(file), { isDurable: true });
  }
}

/** Undefined for a file that was damaged: the words in it are lost, new ones must not be. */
const parseDraft = (text: string): DraftFile | undefined => {
  try {
    return draftFileSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const stale = (generation: number): GalleyError =>
  new GalleyError(
    'stale_draft',
    `Generation ${generation} of the draft is known already. Load the draft, then save it with a generation above that.`,
  );
