import { rm } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { readFileIfThere, removeDurably, replaceFile } from '../../shared/node/atomic-file.ts';
import { Mutex } from '../mutex.ts';
import type { DraftBody } from '../../shared/session/draft.ts';

interface KeptDraft {
  /** The newest generation known, even if there is no draft. */
  readonly generation: number;
  readonly draft: DraftBody | null;
  readonly savedAt?: string;
  /** The version of the content that its places are in, if the page that saved it has said so. */
  readonly contentVersion?: number;
}

/** Pages count by one, and several tabs by a few. A larger jump is refused, as it could use up all generations. */
const largestStep = 1000;

/**
 * The reviewer's draft on disk. Writes are serialized and durable once resolved; late ones are refused by generation.
 * Generations belong to the session and are counted in memory, so a deleted draft leaves no marker that another session
 * could mistake for the newest.
 */
export class DraftStore {
  readonly #path: string;
  readonly #turn = new Mutex();
  /** The newest generation of this session; undefined until the file has been read. */
  #newest: number | undefined;
  #deletedAt: string | undefined;
  /** Of the draft that is stored: places in older content must not replace it. */
  #contentVersion: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Waits for pending writes: a page that reloads asks while its last changes are arriving. */
  read(): Promise<KeptDraft> {
    return this.#turn.run(() => this.#read());
  }

  async #read(): Promise<KeptDraft> {
    const text = await readFileIfThere(this.#path);
    const words = text === undefined ? undefined : await parseWords(text);
    // A draft claimed from another session starts at 1 here, whatever its generation was there.
    this.#newest ??= words === undefined ? 0 : 1;
    const generation = this.#newest;
    if (words !== undefined)
      return {
        generation,
        draft: { ...words.draft, generation },
        savedAt: words.savedAt,
        ...(this.#contentVersion === undefined ? {} : { contentVersion: this.#contentVersion }),
      };
    const savedAt = this.#deletedAt;
    return { generation, draft: null, ...(savedAt === undefined ? {} : { savedAt }) };
  }

  /**
   * @param contentVersion the version of the content that its places are in, if known
   * @throws GalleyError `stale_draft` if that generation or a newer one is stored, or one for newer content;
   * `storage_failed`
   */
  save(draft: DraftBody, contentVersion?: number): Promise<void> {
    return this.#turn.run(async () => {
      const newest = (await this.#read()).generation;
      if (draft.generation <= newest) throw stale(newest);
      const known = this.#contentVersion ?? 0;
      if (contentVersion !== undefined && contentVersion < known)
        throw outdated(contentVersion, known);
      refuseFarAhead(draft.generation, newest);
      const { serializeDraft } = await loadDrafts();
      await replaceFile(this.#path, serializeDraft(draft, new Date()), { isDurable: true });
      this.#newest = draft.generation;
      this.#contentVersion = contentVersion;
    });
  }

  /**
   * Deletes the draft up to a generation and refuses late writes of it.
   * @throws GalleyError `stale_draft` if there is a newer draft; `storage_failed`
   */
  remove(generation: number): Promise<void> {
    return this.#turn.run(async () => {
      const known = await this.#read();
      if (generation < known.generation) throw stale(known.generation);
      if (generation === known.generation && known.draft === null) return;
      refuseFarAhead(generation, known.generation);
      await removeDurably(this.#path);
      this.#newest = generation;
      this.#contentVersion = undefined;
      this.#deletedAt = new Date().toISOString();
    });
  }

  /** Removes the file after pending writes, once the draft has been sent. */
  discard(): Promise<void> {
    return this.#turn.run(() => rm(this.#path, { force: true }));
  }
}

/** Most sessions have no draft, and do without its schemas. */
const loadDrafts = () => import('../../shared/session/draft.ts');

/** Undefined for a damaged file: that draft is lost, but new ones must still be saved. */
const parseWords = async (
  text: string,
): Promise<{ draft: DraftBody; savedAt: string } | undefined> => {
  const { draftFileSchema } = await loadDrafts();
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

const outdated = (contentVersion: number, newest: number): GalleyError =>
  new GalleyError(
    'stale_draft',
    `The draft is for version ${contentVersion} of the content, and one for version ${newest} has been saved. Load the content and the draft, then save it again.`,
  );

const refuseFarAhead = (generation: number, newest: number): void => {
  if (generation > newest + largestStep)
    throw new GalleyError(
      'invalid_request',
      `Generation ${generation} of the draft is too far above ${newest}, the newest one. Load the draft, then save it with the next generation.`,
    );
};
