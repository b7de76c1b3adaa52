import { dirname, join } from 'node:path';
import * as z from 'zod';
import { readFileIfThere, replaceFile } from '../../shared/node/atomic-file.ts';
import type { Outcome } from '../../shared/session/decision.ts';
import type { OpenRequest, SessionRecord } from '../../shared/session/session.ts';
import { draftKey } from './drafts.ts';
import type { InspectedSource } from './source.ts';

interface Asked {
  readonly request: OpenRequest;
  readonly inspected: InspectedSource;
  /** A patch from a command's stdin is in this folder. */
  readonly stateFolder: string;
}

/**
 * Identifies what is reviewed and who asked: reviews with the same key are rounds of each other. All plans of an
 * agent's session count as one subject, whatever their heading and wherever the agent works.
 */
export const roundsKey = ({ request, inspected, stateFolder }: Asked): string => {
  const { mode, cwd, origin = 'api', agentSession } = request;
  if (agentSession === undefined)
    return draftKey([origin, mode, cwd, request.key ?? subjectOf(inspected, stateFolder)]);
  const subject = mode === 'plan' ? '' : subjectOf(inspected, stateFolder);
  return draftKey([origin, mode, `agent ${agentSession}`, subject]);
};

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

/**
 * Counts review rounds in one small file per subject (`rounds/KEY.json`): ended reviews are removed a day after their
 * decision was collected, and an agent may take longer.
 */
export class Rounds {
  readonly #folder: string;
  /** Pending writes by key: the next review may be opened right away. */
  readonly #noting = new Map<string, Promise<void>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The round of a review opened now: 1 if nothing was asked for since the last approval. */
  async next(key: string): Promise<number> {
    await this.#noting.get(key);
    return (await this.#read(key)).rounds + 1;
  }

  /** Records the end of a review. Never rejects: a full disk only loses the count. */
  ended(
    { id, round = 1, roundsKey: key }: Pick<SessionRecord, 'id' | 'round' | 'roundsKey'>,
    outcome: Outcome,
  ): Promise<void> {
    if (key === undefined || !(isRound(outcome) || outcome === 'approved'))
      return Promise.resolve();
    const noted = (this.#noting.get(key) ?? Promise.resolve())
      .then(() => this.#note(key, { id, round, outcome }))
      .catch(() => undefined)
      .finally(() => {
        if (this.#noting.get(key) === noted) this.#noting.delete(key);
      });
    this.#noting.set(key, noted);
    return noted;
  }

  async #note(
    key: string,
    { id, round, outcome }: { id: string; round: number; outcome: Outcome },
  ): Promise<void> {
    const known = await this.#read(key);
    if (known.counted.includes(id) || (outcome === 'approved' && known.rounds === 0)) return;
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
