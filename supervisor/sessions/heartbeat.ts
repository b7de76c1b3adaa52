import type { RunningSessions } from './running-sessions.ts';

/** Each worker is asked for a sign of life every so many beats, one a second. */
const probeEveryBeats = 5;
/** How long it may owe one, and for how many beats in a row: a machine that slept owes everybody at once. */
const owedMostMs = 3000;
const lateBeatsAtMost = 1;

/** Notices workers that live and do not answer. */
export class Heartbeat {
  readonly #running: RunningSessions;
  #beats = 0;

  constructor(running: RunningSessions) {
    this.#running = running;
  }

  /** Notes which workers answer, and asks those whose turn it is. To be called each second. */
  beat(): void {
    this.#beats += 1;
    const nowMs = performance.now();
    let turn = this.#beats;
    for (const session of this.#running.table.all()) {
      const isLate = session.worker.owedMs(nowMs) > owedMostMs;
      session.lateBeats = isLate ? session.lateBeats + 1 : 0;
      const isResponsive = session.lateBeats <= lateBeatsAtMost;
      if (isResponsive !== session.record.isResponsive)
        this.#running.change(session, { isResponsive });
      if (turn % probeEveryBeats === 0) session.worker.probe();
      turn += 1;
    }
  }
}
