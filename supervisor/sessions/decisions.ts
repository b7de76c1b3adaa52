import { createReadStream } from 'node:fs';
import { access, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  collectedEnding,
  decisionJson,
  feedbackEnding,
  feedbackPath,
  heldEnding,
  heldPath,
  markCollected,
  readOutcome,
  releaseDecision,
  writeDecision,
} from '../../shared/node/decision-file.ts';
import type { DecisionParts, Outcome } from '../../shared/session/decision.ts';
import type { SessionRecord } from '../../shared/session/session.ts';
import type { InUse } from './in-use.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';
import { collectedForMs } from '../../shared/limits.ts';

/** Input for the decision that the supervisor writes for a lost session. */
export interface LostSession {
  readonly session: Pick<SessionRecord, 'id' | 'mode' | 'title' | 'project'>;
  readonly outcome: Extract<Outcome, 'closed' | 'undecided'>;
  readonly reason: string;
  readonly decidedAt: string;
}

interface Pending {
  readonly outcome: Outcome;
  readonly read: () => Readable;
  /** @throws GalleyError `storage_failed` */
  readonly write: () => Promise<unknown>;
}

interface Unwritten extends Pending {
  readonly written: Promise<void>;
  /** Resolves `written`. */
  readonly settle: () => void;
}

const retryMs = 2000;

/**
 * The decisions folder: one file per session, written once. A decision is kept for a day after it was collected: see
 * `markCollected`.
 */
export class Decisions {
  readonly #folder: string;
  /** Decisions of exited sessions that could not be written yet; waiting clients get them anyway. */
  readonly #unwritten = new Map<string, Unwritten>();
  #retry: NodeJS.Timeout | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathOf(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  /** False as well for an invalid id. */
  async has(id: string): Promise<boolean> {
    if (!sessionIdSchema.safeParse(id).success) return false;
    if (this.#unwritten.has(id)) return true;
    return access(this.pathOf(id)).then(
      () => true,
      () => false,
    );
  }

  /** Whether there is certainly no decision: false as well if the folder cannot be read. */
  async lacks(id: string): Promise<boolean> {
    if (this.#unwritten.has(id)) return false;
    return access(this.pathOf(id)).then(
      () => false,
      (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT',
    );
  }

  async outcomeOf(id: string): Promise<Outcome | undefined> {
    return this.#unwritten.get(id)?.outcome ?? (await readOutcome(this.pathOf(id)));
  }

  /** Streams the decision, which is never held in memory as a whole. */
  read(id: string): Readable {
    return this.#unwritten.get(id)?.read() ?? createReadStream(this.pathOf(id));
  }

  /**
   * Writes the decision for a session whose worker left none. The worker's own takes precedence.
   * @throws GalleyError `storage_failed`; the decision is still known, and the write is retried
   */
  async writeLost({ session, outcome, reason, decidedAt }: LostSession): Promise<void> {
    const { id, mode, title, project } = session;
    const facts = { id, mode, outcome, title, project, reason, decidedAt };
    const decision: DecisionParts = { ...facts, comments: [], annotations: [] };
    await this.#writeOrKeep(id, {
      outcome,
      read: () => Readable.from(decisionJson(decision)),
      write: () => writeDecision(this.pathOf(id), decision),
    });
  }

  /**
   * The decision of a session whose process is gone. A held decision is released, since nobody can undo it any more. If
   * the folder cannot be read, `isHeld` says whether there is a held decision.
   * @returns undefined if nothing was decided
   * @throws GalleyError `storage_failed`; a decision that can be read is still known, and its release is retried
   */
  async settled(
    id: string,
    { isHeld }: { readonly isHeld: boolean },
  ): Promise<{ readonly outcome: Outcome; readonly isReleased: boolean } | undefined> {
    const path = this.pathOf(id);
    const held = heldPath(path);
    const read = (file: string) =>
      readOutcome(file).catch((error: unknown) => {
        if (isHeld) throw error;
        return undefined;
      });
    const standing = await read(path);
    if (standing !== undefined) {
      // A leftover held file that could not be removed, and never became the decision.
      await releaseDecision(path).catch(() => undefined);
      return { outcome: standing, isReleased: false };
    }
    const outcome = await read(held);
    if (outcome === undefined) return undefined;
    await this.#writeOrKeep(id, {
      outcome,
      read: () => createReadStream(held),
      write: () => releaseDecision(path),
    });
    return { outcome, isReleased: true };
  }

  /** Ids of sessions with a held decision, including those whose process has died. */
  async heldIds(): Promise<string[]> {
    // An unreadable folder must not keep a supervisor from leading.
    const names = await readdir(this.#folder).catch(() => []);
    const ids = names
      .filter((name) => name.endsWith(heldEnding))
      .map((name) => name.slice(0, -heldEnding.length));
    return ids.filter((id) => sessionIdSchema.safeParse(id).success);
  }

  /** False while the decision of an exited session could not be written yet. */
  isWritten(id: string): boolean {
    return !this.#unwritten.has(id);
  }

  /** Resolves when the session's pending decision is on disk; at once if none is pending. */
  async written(id: string): Promise<void> {
    await this.#unwritten.get(id)?.written;
  }

  /** Retries failed writes now: space may have been freed. */
  async retry(): Promise<void> {
    await this.#writeUnwritten();
  }

  /** @throws GalleyError `storage_failed`; the decision is still known, and the write is retried */
  async #writeOrKeep(id: string, pending: Pending): Promise<void> {
    try {
      await pending.write();
    } catch (error) {
      let settle = () => {};
      const written = new Promise<void>((resolve) => (settle = resolve));
      this.#unwritten.set(id, { ...pending, written, settle });
      this.#retryLater();
      throw error;
    }
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#writeUnwritten(), retryMs).unref();
  }

  async #writeUnwritten(): Promise<void> {
    for (const [id, { write, settle }] of this.#unwritten) {
      try {
        await write();
        this.#unwritten.delete(id);
        settle();
      } catch {
        // Reported on the first failure.
        this.#retryLater();
        return;
      }
    }
  }

  /** Removes the decision of a session that never opened. Never rejects. */
  async forget(id: string): Promise<void> {
    this.#unwritten.get(id)?.settle();
    this.#unwritten.delete(id);
    for (const path of [this.pathOf(id), feedbackPath(this.pathOf(id))])
      await rm(path, { force: true }).catch(() => undefined);
  }

  /** Records that the launching process has collected it. */
  async markCollected(id: string, now: Date): Promise<void> {
    await markCollected(this.pathOf(id), now);
  }

  /** Removes decisions collected more than a day ago, except of running sessions. */
  async sweep(nowMs: number, inUse: Pick<InUse, 'hasSession'>): Promise<void> {
    const names = new Set(await readdir(this.#folder));
    for (const name of names) {
      const [id, ending] = name.split('.');
      if (id === undefined || inUse.hasSession(id)) continue;
      // A hook may have written it just after the decision was removed.
      if (ending === feedbackEnding && !names.has(`${id}.json`))
        await rm(join(this.#folder, name), { force: true });
      if (ending !== collectedEnding) continue;
      const { mtimeMs } = await stat(join(this.#folder, name));
      if (nowMs - mtimeMs < collectedForMs) continue;
      await rm(this.pathOf(id), { force: true });
      await rm(feedbackPath(this.pathOf(id)), { force: true });
      await rm(join(this.#folder, name), { force: true });
    }
  }
}
