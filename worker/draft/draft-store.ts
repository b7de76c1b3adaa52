import { rm } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { readFileIfThere, removeDurably, replaceFile } from '../../shared/node/atomic-file.ts';
import { Mutex } from '../mutex.ts';
import { draftFileSchema, serializeDraft, type DraftBody } from '../../shared/session/draft.ts';

interface KeptDraft {
  /** The newest one known, also where there are no words. */
  readonly generation: number;
  readonly draft: DraftBody | null;
  readonly savedAt?: string;
}

/** A page counts by one, and several tabs at once by a few: what is far ahead would leave no generation to them. */
const largestStep = 1000;

/**
 * The reviewer's unsent words on the disk. Changes are made one after the other, each durable when it resolves; one
 * that comes late is refused by its generation. These are the session's own, counted in memory: that words were
 * deleted leaves no mark that another session could take for the newest of them.
 */
export class DraftStore {
  readonly #path: string;
  readonly #turn = new Mutex();
  /** The newest generation of this session; undefined until it was looked for. */
  #newest: number | undefined;
  #deletedAt: string | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** What stands behind every change that was begun: a page that is loaded again asks while its last words arrive. */
  read(): Promise<KeptDraft> {
    return this.#turn.run(() => this.#read());
  }

  async #read(): Promise<KeptDraft> {
    const text = await readFileIfThere(this.#path);
    const words = text === undefined ? undefined : parseWords(text);
    // Words that were claimed are the first ones here, wherever their own session had counted to.
    this.#newest ??= words === undefined ? 0 : 1;
    const generation = this.#newest;
    if (words !== undefined)
      return { generation, draft: { ...words.draft, generation }, savedAt: words.savedAt };
    const savedAt = this.#deletedAt;
    return { generation, draft: null, ...(savedAt === undefined ? {} : { savedAt }) };
  }

  /** @throws GalleyError `stale_draft` where that generation, or a newer one, is there; `storage_failed` */
  save(draft: DraftBody): Promise<void> {
    return this.#turn.run(async () => {
      const newest = (await this.#read()).generation;
      if (draft.generation <= newest) throw stale(newest);
      refuseFarAhead(draft.generation, newest);
      await replaceFile(this.#path, serializeDraft(draft, new Date()), { isDurable: true });
      this.#newest = draft.generation;
    });
  }

  /**
   * Forgets the words up to a generation, and refuses those that come late.
   * @throws GalleyError `stale_draft` where there are newer words; `storage_failed`
   */
  remove(generation: number): Promise<void> {
    return this.#turn.run(async () => {
      const known = await this.#read();
      if (generation < known.generation) throw stale(known.generation);
      if (generation === known.generation && known.draft === null) return;
      refuseFarAhead(generation, known.generation);
      await removeDurably(this.#path);
      this.#newest = generation;
      this.#deletedAt = new Date().toISOString();
    });
  }

  /** Removes the file, behind every change that was begun: the words were sent. */
  discard(): Promise<void> {
    return this.#turn.run(() => rm(this.#path, { force: true }));
  }
}

/** Undefined for a file that was damaged: the words in it are lost, new ones must not be. */
const parseWords = (text: string): { draft: DraftBody; savedAt: string } | undefined => {
  try {
    const file = draftFileSchema.parse(JSON.parse(text));
    if (file.isDeleted) return undefined;
    const { isDeleted: _, savedAt, ...draft } = file;
    return { draft, savedAt };
  } catch {
    return undefined;
  }
};

const stale = (generation: number): GalleyError =>
  new GalleyError(
    'stale_draft',
    `Generation ${generation} of the draft exists already. Load the draft, then save it with a higher generation.`,
  );

const refuseFarAhead = (generation: number, newest: number): void => {
  if (generation > newest + largestStep)
    throw new GalleyError(
      'invalid_request',
      `Generation ${generation} of the draft is too far above ${newest}, the newest one. Load the draft, then save it with the next generation.`,
    );
};
