import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { readFileIfThere, replaceFile } from '../../shared/node/atomic-file.ts';
import type { Outcome } from '../../shared/session/decision.ts';
import type { OpenRequest, SessionRecord } from '../../shared/session/session.ts';
import { draftKey } from './drafts.ts';
import { forgetRound, keepRound, takeOverRound } from './kept-round.ts';
import { keepVersionDecision } from './version-decisions.ts';
import type { InspectedSource } from './source.ts';

interface Asked {
  readonly request: OpenRequest;
  readonly inspected: InspectedSource;
  /** A patch from a command's stdin is in this folder. */
  readonly stateFolder: string;
}

/** The key of a subject, and the one that the preceding release gave it, which had no branch. */
export interface RoundsKeys {
  readonly key: string;
  readonly earlier?: string;
}

/**
 * Identifies what is reviewed and who asked: reviews with the same key are rounds of each other. All plans of an
 * agent's session count as one subject, whatever their heading and wherever the agent works; a change counts by its
 * branch, unless the key of its request says what it is.
 */
export const roundsKeys = ({ request, inspected, stateFolder }: Asked): RoundsKeys => {
  const { mode, cwd, origin = 'api', agentSession } = request;
  const ownKey = agentSession === undefined ? request.key : undefined;
  const subject = ownKey ?? (isPlanOfAgent(request) ? '' : subjectOf(inspected, stateFolder));
  const place = agentSession === undefined ? cwd : `agent ${agentSession}`;
  const parts = [origin, mode, place, subject];
  const { branch } = inspected;
  if (branch === undefined || ownKey !== undefined) return { key: draftKey(parts) };
  return { key: draftKey([...parts, branch]), earlier: draftKey(parts) };
};

const isPlanOfAgent = ({ mode, agentSession }: OpenRequest): boolean =>
  mode === 'plan' && agentSession !== undefined;

/** A patch from stdin has a different file each time. */
const subjectOf = ({ copied, key }: InspectedSource, stateFolder: string): string =>
  copied !== undefined && dirname(copied) === stateFolder ? 'patch from stdin' : key;

const roundsSchema = z.object({
  /** Rounds since the last approval. */
  rounds: z.int().min(0),
  /** The last reviews counted, since each must count once, whoever reports it. */
  counted: z.array(z.string()),
});
type Known = z.infer<typeof roundsSchema>;

const maxCounted = 20;
const none: Known = { rounds: 0, counted: [] };

/** The reviewer asked for changes. Closed and lost reviews do not count. */
const isRound = (outcome: Outcome): boolean => outcome === 'denied' || outcome === 'feedback';

type EndedRecord = Pick<SessionRecord, 'id' | 'mode' | 'round' | 'roundsKey'>;

/** Where a session's spool and decision are. */
type FilesOf = (id: string) => { readonly spool: string; readonly decision: string };

/**
 * Counts review rounds in one small file per subject (`rounds/KEY.json`): ended reviews are removed a day after their
 * decision was collected, and an agent may take longer. For the same reason it keeps what the next round is compared with
 * (`rounds/KEY.last/`).
 */
export class Rounds {
  readonly #folder: string;
  readonly #filesOf: FilesOf;
  /** Pending writes by key: the next review may be opened right away. */
  readonly #noting = new Map<string, Promise<void>>();

  constructor(folder: string, filesOf: FilesOf) {
    this.#folder = folder;
    this.#filesOf = filesOf;
  }

  /** The round of a review opened now: 1 if nothing was asked for since the last approval. */
  async next({ key, earlier }: RoundsKeys): Promise<number> {
    await this.#noting.get(key);
    if (earlier !== undefined) await this.#takeOver(earlier, key);
    return (await this.#read(key)).rounds + 1;
  }

  /** Takes over what a preceding release has counted and kept, unless there is something newer. */
  async #takeOver(earlier: string, key: string): Promise<void> {
    await this.#noting.get(earlier);
    const newer = await readFileIfThere(this.#pathOf(key)).catch(() => 'unreadable');
    if (newer !== undefined) return;
    await takeOverRound(this.#folder, earlier, key);
    await rename(this.#pathOf(earlier), this.#pathOf(key)).catch(() => undefined);
  }

  /** Records the end of a review, whose spool must still be there. Never rejects: a full disk only loses the count. */
  ended({ id, mode, round = 1, roundsKey: key }: EndedRecord, outcome: Outcome): Promise<void> {
    if (key === undefined || !(isRound(outcome) || outcome === 'approved'))
      return Promise.resolve();
    const noted = (this.#noting.get(key) ?? Promise.resolve())
      .then(() => this.#note(key, { id, mode, round, outcome }))
      .catch(() => undefined)
      .then(() => keepVersionDecision(this.#filesOf(id)))
      .catch(() => undefined)
      .finally(() => {
        if (this.#noting.get(key) === noted) this.#noting.delete(key);
      });
    this.#noting.set(key, noted);
    return noted;
  }

  async #note(
    key: string,
    { id, mode, round, outcome }: Omit<Required<EndedRecord>, 'roundsKey'> & { outcome: Outcome },
  ): Promise<void> {
    const known = await this.#read(key);
    if (known.counted.includes(id) || (outcome === 'approved' && known.rounds === 0)) return;
    if (!isRound(outcome)) await forgetRound(this.#folder, key);
    else
      await keepRound({ folder: this.#folder, key, mode, ...this.#filesOf(id) }).catch(
        () => undefined,
      );
    // The file may have expired while the review was open.
    const rounds = isRound(outcome) ? Math.max(known.rounds + 1, round) : 0;
    const counted = [...known.counted, id].slice(-maxCounted);
    await replaceFile(this.#pathOf(key), JSON.stringify({ rounds, counted } satisfies Known), {
      isDurable: false,
    });
  }

  /** No rounds if it cannot be read. */
  async #read(key: string): Promise<Known> {
    try {
      const text = await readFileIfThere(this.#pathOf(key));
      return text === undefined ? none : roundsSchema.parse(JSON.parse(text));
    } catch {
      return none;
    }
  }

  #pathOf(key: string): string {
    return join(this.#folder, `${key}.json`);
  }
}
