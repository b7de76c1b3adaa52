import type { RunningSessions } from './running-sessions.ts';

/** Each worker is pinged every this many beats; a beat is a second. */
const probeEveryBeats = 5;
/**
 * How long a ping may go unanswered, and for how many beats in a row: after the machine slept, every worker is late
 * once.
 */
const maxUnansweredMs = 3000;
const maxLateBeats = 1;

/** Notices workers that are alive but do not answer. */
export class Heartbeat {
  readonly #running: RunningSessions;
  #beats = 0;

  constructor(running: RunningSessions) {
    this.#running = running;
  }

  /** Checks which workers answer, and pings those whose turn it is. Called once a second. */
  beat(): void {
    this.#beats += 1;
    const nowMs = performance.now();
    let turn = this.#beats;
    for (const session of this.#running.table.all()) {
      const isLate = session.worker.unansweredMs(nowMs) > maxUnansweredMs;
      session.lateBeats = isLate ? session.lateBeats + 1 : 0;
      const isResponsive = session.lateBeats <= maxLateBeats;
      if (isResponsive !== session.record.isResponsive)
        this.#running.change(session, { isResponsive });
      if (turn % probeEveryBeats === 0) session.worker.probe();
      turn += 1;
    }
  }
}
