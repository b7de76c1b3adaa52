/** How a launching process was lost: no connection came back in time, or its process has ended. */
export type LostReason = 'disconnected' | 'launcher-ended';

interface AttachmentOptions {
  readonly graceMs: number;
  /** Undefined where it is not known which process launched the session. */
  readonly isLauncherDead: (() => boolean) | undefined;
  readonly onLost: (reason: LostReason) => void;
}

const lookMs = 250;
/** A request that the process sent last, such as one to detach, may arrive after its end. */
const deadLooksNeeded = 2;

/**
 * Counts the connections of a session's launching process. When the last one has closed, or none ever came, `onLost`
 * is called after the grace time, or as soon as the process is proved dead; a detached session has no launching process.
 */
export class Attachment {
  readonly #graceMs: number;
  readonly #onLost: AttachmentOptions['onLost'];
  #isLauncherDead: AttachmentOptions['isLauncherDead'];
  #connections = 0;
  #grace: NodeJS.Timeout | undefined;
  #looks: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor({ graceMs, isLauncherDead, onLost }: AttachmentOptions) {
    this.#graceMs = graceMs;
    this.#isLauncherDead = isLauncherDead;
    this.#onLost = onLost;
    this.#startGrace();
  }

  /** A connection came. Returns what to call once when it is gone. */
  connect(): () => void {
    this.#connections += 1;
    this.#stopTimers();
    const isAfterEnd = this.#isLauncherDead?.() === true;
    const beganMs = performance.now();
    let isConnected = true;
    return () => {
      if (!isConnected) return;
      isConnected = false;
      this.#connections -= 1;
      // What the process sent last breaks off at once. This was somebody else, who has the grace that all have.
      if (isAfterEnd && performance.now() - beganMs > lookMs) this.#isLauncherDead = undefined;
      if (this.#connections === 0) this.#startGrace();
    };
  }

  end(): void {
    this.#isEnded = true;
    this.#stopTimers();
  }

  #startGrace(): void {
    if (this.#isEnded) return;
    this.#grace = setTimeout(() => this.#lose('disconnected'), this.#graceMs).unref();
    this.#watchLauncher();
  }

  #watchLauncher(): void {
    const isDead = this.#isLauncherDead;
    if (isDead === undefined) return;
    let deadLooks = 0;
    const look = () => {
      deadLooks = isDead() ? deadLooks + 1 : 0;
      if (deadLooks === deadLooksNeeded) this.#lose('launcher-ended');
    };
    this.#looks = setInterval(look, lookMs).unref();
  }

  #lose(reason: LostReason): void {
    this.#stopTimers();
    this.#onLost(reason);
  }

  #stopTimers(): void {
    clearTimeout(this.#grace);
    clearInterval(this.#looks);
  }
}
