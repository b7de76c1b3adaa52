import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimDraft, draftKey } from '../../../supervisor/sessions/drafts.ts';
import { DraftStore } from '../../../worker/draft/draft-store.ts';

const key = draftKey(['plan', '/work', 'plan.md']);

type Step =
  | { readonly act: 'open'; readonly count: number }
  | { readonly act: 'write' | 'remove' | 'lose' | 'decide'; readonly of: number }
  | { readonly act: 'leave mark' }
  | { readonly act: 'leave half-written' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ act: fc.constant('open' as const), count: fc.nat(2) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        act: fc.constantFrom('write', 'write', 'write', 'remove', 'lose', 'lose', 'decide'),
        of: fc.nat(5),
      }),
    },
    fc.constantFrom({ act: 'leave mark' } as const, { act: 'leave half-written' } as const),
  ),
  { minLength: 20, maxLength: 60 },
);

interface Words {
  readonly text: string;
  readonly savedAt: string;
}

/** A session of the model, with the real store that it stands for. */
interface Reviewed {
  readonly id: string;
  readonly store: DraftStore;
  words: Words | undefined;
}

/** Real files, and beside them what a reader of the promise would write down. */
class World {
  readonly #folder: string;
  #running: Reviewed[] = [];
  #left: Words[] = [];
  #counter = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async make(step: Step): Promise<void> {
    if (step.act === 'open') await this.#open(step.count + 1);
    else if (step.act === 'leave mark') await this.#leave('json', { isDeleted: true });
    else if (step.act === 'leave half-written') await this.#leave('json.2957263519', {});
    else await this.#change(step.act, step.of);
    expect(new Set(await this.#textsOnDisk())).toEqual(new Set(this.#texts()));
    expect(await this.#textsOnDisk()).toHaveLength(this.#texts().length);
  }

  /** Several at once: the words of all who are gone are claimed newest first, each by one. */
  async #open(count: number): Promise<void> {
    const ids = Array.from({ length: count }, () => this.#newId());
    const isRunning = (id: string) =>
      ids.includes(id) || this.#running.some((session) => session.id === id);
    const paths = await Promise.all(
      ids.map((id) =>
        claimDraft({ folder: this.#folder, uploadsFolder: this.#folder, key, id, isRunning }),
      ),
    );
    const claimed: string[] = [];
    for (const [index, path] of paths.entries()) {
      const store = new DraftStore(path);
      const { draft, savedAt = '' } = await store.read();
      const words = draft === null ? undefined : { text: draft.feedback ?? '', savedAt };
      if (words !== undefined) claimed.push(words.text);
      this.#running.push({ id: ids[index] ?? '', store, words });
    }
    const newest = this.#left.toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1)).slice(0, count);
    expect(claimed).toHaveLength(newest.length);
    // Of words that were saved in the same millisecond either may come first.
    const oldest = newest.at(-1)?.savedAt ?? '';
    const times = this.#left.filter(({ text }) => claimed.includes(text));
    expect(times.every(({ savedAt }) => savedAt >= oldest)).toBe(true);
    this.#left = this.#left.filter(({ text }) => !claimed.includes(text));
  }

  async #change(act: 'write' | 'remove' | 'lose' | 'decide', of: number): Promise<void> {
    const session = this.#running[of % this.#running.length];
    if (session === undefined) return;
    const { store, words } = session;
    const { generation } = await store.read();
    if (act === 'write') {
      const text = `words ${(this.#counter += 1)}`;
      await store.save({
        generation: generation + 1,
        feedback: text,
        comments: [],
        version: 2,
        editors: [],
      });
      session.words = { text, savedAt: (await store.read()).savedAt ?? '' };
    } else if (act === 'remove') {
      await store.remove(generation + 1);
      session.words = undefined;
      const late = {
        generation: generation + 1,
        feedback: 'late',
        comments: [],
        version: 2 as const,
        editors: [],
      };
      await expect(store.save(late)).rejects.toMatchObject({ code: 'stale_draft' });
    } else {
      if (act === 'decide') await store.discard();
      else if (words !== undefined) this.#left.push(words);
      this.#running = this.#running.filter((other) => other !== session);
    }
  }

  /** What an earlier release, or a process that was killed, has left. */
  async #leave(ending: string, parts: object): Promise<void> {
    const savedAt = new Date(Date.now() + 60_000).toISOString();
    const text = JSON.stringify({ generation: 9, ...parts, savedAt });
    await writeFile(join(this.#folder, `${key}.${this.#newId()}.${ending}`), text);
  }

  #newId(): string {
    return String((this.#counter += 1)).padStart(12, '0');
  }

  #texts(): string[] {
    const held = this.#running.flatMap(({ words }) => (words === undefined ? [] : [words]));
    return [...held, ...this.#left].map(({ text }) => text);
  }

  async #textsOnDisk(): Promise<string[]> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    const files = await Promise.all(
      names.map((name) => readFile(join(this.#folder, name), 'utf8')),
    );
    return files.flatMap((file) => (JSON.parse(file) as { feedback?: string }).feedback ?? []);
  }
}

test('the newest draft that nobody deleted is claimed once, whatever was opened, written, deleted and lost before', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (made) => {
      const folder = await mkdtemp(join(tmpdir(), 'galley-drafts-'));
      try {
        const world = new World(folder);
        for (const step of made) await world.make(step);
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
    { numRuns: 40 },
  );
});
