import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { readFileIfThere, replaceFile } from '../../shared/node/atomic-file.ts';
import type { Paths } from '../../shared/node/paths.ts';
import { secureFolder } from '../../shared/node/secure-folder.ts';
import { outcomeSchema } from '../../shared/session/outcome.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';

const answerSchema = z.object({
  /** Digest of what was reviewed: a plan's text, or the state of a change. Absent if unknown. */
  about: z.exactOptional(z.string()),
  /** The review, if it was left open. */
  review: z.exactOptional(z.object({ id: sessionIdSchema, url: z.string() })),
  /** What the host was told; absent while the review is open. */
  outcome: z.exactOptional(outcomeSchema),
  /** Whether the last attempt failed. */
  hasFailed: z.exactOptional(z.boolean()),
});
export type HookAnswer = z.infer<typeof answerSchema>;

/** A hook's last answer, in one file per hook and host session. */
export class HookMemory {
  readonly #paths: Paths;
  readonly #path: string;

  /** @param key identifies the hook and the host's session */
  constructor(paths: Paths, key: readonly string[]) {
    this.#paths = paths;
    this.#path = join(paths.hooksFolder, `${digestOf(JSON.stringify(key))}.json`);
  }

  /** Undefined if there is none, or it cannot be read: then the review is asked for again. */
  async read(): Promise<HookAnswer | undefined> {
    try {
      const text = await readFileIfThere(this.#path);
      return text === undefined ? undefined : answerSchema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  /** Resolves with whether it was saved. */
  async write(answer: HookAnswer): Promise<boolean> {
    try {
      await secureFolder(this.#paths.stateFolder);
      await secureFolder(this.#paths.hooksFolder);
      await replaceFile(this.#path, JSON.stringify(answer), { isDurable: false });
      return true;
    } catch {
      // The disk is full: the same review will be asked for again.
      return false;
    }
  }
}

export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32);
