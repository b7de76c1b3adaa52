/** Why a session lost its launching process: it did not reconnect in time, or has exited. */
export type LostReason = 'disconnected' | 'launcher-ended';

interface AttachmentOptions {
  readonly graceMs: number;
  /** Undefined if the launching process is unknown. */
  readonly isLauncherDead: (() => boolean) | undefined;
  readonly onLost: (reason: LostReason) => void;
}

const lookMs = 250;
/** The process's last request, such as to detach, may arrive after it has exited. */
const deadLooksNeeded = 2;

/**
 * Tracks the connections of a session's launching process. When there has been none for the grace period, or once the
 * process is known to be dead, `onLost` is called. Detached sessions have no attachment.
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

  /** Adds a connection. Returns a function that removes it. */
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
      // A dead launcher's last request closes at once. A longer connection is somebody else's, who gets the usual
      // grace.
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
