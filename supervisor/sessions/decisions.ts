import { createReadStream } from 'node:fs';
import { access, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { decisionJson } from '../../shared/decision-json.ts';
import { heldEnding, heldPath, releaseDecision } from '../../shared/node/held-decision.ts';
import {
  collectedEnding,
  feedbackEnding,
  feedbackPath,
  markCollected,
  readOutcome,
  writeDecision,
} from '../../shared/node/decision-file.ts';
import type { DecisionParts, Outcome } from '../../shared/session/decision.ts';
import type { SessionRecord } from '../../shared/session/session.ts';
import type { InUse } from './in-use.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';

/** What a decision that the supervisor writes for a lost session is made of. */
export interface LostSession {
  readonly session: Pick<SessionRecord, 'id' | 'mode' | 'title' | 'project'>;
  readonly outcome: Extract<Outcome, 'closed' | 'undecided'>;
  readonly reason: string;
  readonly decidedAt: string;
}

/** What is known of a decision whose file is not there yet. */
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

const collectedForMs = 24 * 60 * 60 * 1000;
/** How often a decision that the disk did not take is written again. */
const retryMs = 2000;

/**
 * The folder of decisions: one file a session, written once. A decision is kept until it was collected and a day
 * has passed: see `markCollected`.
 */
export class Decisions {
  readonly #folder: string;
  /** Of sessions whose process is gone, as long as the disk does not take them: whoever waits is told all the same. */
  readonly #unwritten = new Map<string, Unwritten>();
  #retry: NodeJS.Timeout | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathOf(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  /** Whether there is one; an id that is none has none. */
  async has(id: string): Promise<boolean> {
    if (!sessionIdSchema.safeParse(id).success) return false;
    if (this.#unwritten.has(id)) return true;
    return access(this.pathOf(id)).then(
      () => true,
      () => false,
    );
  }

  /** Whether there is none for certain: a folder that cannot be read says nothing. */
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

  /** The bytes of a decision, never the whole of it in memory. */
  read(id: string): Readable {
    return this.#unwritten.get(id)?.read() ?? createReadStream(this.pathOf(id));
  }

  /**
   * Writes what became of a session that ended without its worker's word. The worker's own, if any, stands.
   * @throws GalleyError `storage_failed`; it is known all the same, and written when the disk takes it
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
   * What was decided in a session whose process is gone. A decision that could be undone until then is released:
   * nobody can undo it any more. Where the folder cannot be read, `isHeld` says whether there is one.
   * @returns undefined where nothing was decided
   * @throws GalleyError `storage_failed`; a decision that can be read is known all the same, and released when the
   * disk lets it
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
      // What was held beside it never became a decision, and could not be cleared away.
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

  /** Ids of the sessions that have a decision which can still be undone, or could when their process died. */
  async heldIds(): Promise<string[]> {
    // A folder that cannot be read keeps no supervisor from leading.
    const names = await readdir(this.#folder).catch(() => []);
    const ids = names
      .filter((name) => name.endsWith(heldEnding))
      .map((name) => name.slice(0, -heldEnding.length));
    return ids.filter((id) => sessionIdSchema.safeParse(id).success);
  }

  /** False for the decision of a session that is gone which the disk has not taken yet. */
  isWritten(id: string): boolean {
    return !this.#unwritten.has(id);
  }

  /** Resolves when the decision that is known of a session stands on the disk; at once where it does, or none is. */
  async written(id: string): Promise<void> {
    await this.#unwritten.get(id)?.written;
  }

  /** Tries again at once to write what the disk did not take: there may be room now. */
  async retry(): Promise<void> {
    await this.#writeUnwritten();
  }

  /** @throws GalleyError `storage_failed`; it is known all the same, and tried again */
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
        // Told when it failed first; the disk is asked again.
        this.#retryLater();
        return;
      }
    }
  }

  /** Removes that of a session which nobody has heard of. Never rejects. */
  async forget(id: string): Promise<void> {
    this.#unwritten.get(id)?.settle();
    this.#unwritten.delete(id);
    for (const path of [this.pathOf(id), feedbackPath(this.pathOf(id))])
      await rm(path, { force: true }).catch(() => undefined);
  }

  /** Notes that the launching process has it. */
  async markCollected(id: string, now: Date): Promise<void> {
    await markCollected(this.pathOf(id), now);
  }

  /** Removes what was collected more than a day before `nowMs`; nothing of a session that runs still. */
  async sweep(nowMs: number, inUse: Pick<InUse, 'hasSession'>): Promise<void> {
    const names = new Set(await readdir(this.#folder));
    for (const name of names) {
      const [id, ending] = name.split('.');
      if (id === undefined || inUse.hasSession(id)) continue;
      // A hook may put it there when the decision has just gone.
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
