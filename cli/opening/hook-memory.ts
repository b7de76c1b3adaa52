import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { readFileIfThere, replaceFile } from '../../shared/node/atomic-file.ts';
import type { Paths } from '../../shared/node/paths.ts';
import { secureFolder } from '../../shared/node/secure-folder.ts';
import { outcomeSchema } from '../../shared/session/outcome.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';

const answerSchema = z.object({
  /** What was asked about: a plan's text, or the state of a change. Absent where it is not known. */
  about: z.exactOptional(z.string()),
  /** The review of it that was left open. */
  review: z.exactOptional(z.object({ id: sessionIdSchema, url: z.string() })),
  /** What the host was told; absent while the review is open. */
  outcome: z.exactOptional(outcomeSchema),
  /** Whether no review took place the last time. */
  hasFailed: z.exactOptional(z.boolean()),
});
export type HookAnswer = z.infer<typeof answerSchema>;

/** What a hook was answered last, for the same hook of the same session of its host: one file each. */
export class HookMemory {
  readonly #paths: Paths;
  readonly #path: string;

  /** `names` tell one hook from another. */
  constructor(paths: Paths, names: readonly string[]) {
    this.#paths = paths;
    this.#path = join(paths.hooksFolder, `${digestOf(JSON.stringify(names))}.json`);
  }

  /** Undefined where there was none, or where it cannot be read: then everything is asked anew. */
  async read(): Promise<HookAnswer | undefined> {
    try {
      const text = await readFileIfThere(this.#path);
      return text === undefined ? undefined : answerSchema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  /** Resolves with whether it is remembered. */
  async write(answer: HookAnswer): Promise<boolean> {
    try {
      await secureFolder(this.#paths.stateFolder);
      await secureFolder(this.#paths.hooksFolder);
      await replaceFile(this.#path, JSON.stringify(answer), { isDurable: false });
      return true;
    } catch {
      // A disk that is full: the next one is asked about the same again.
      return false;
    }
  }
}

/** Tells one content from another. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32);
