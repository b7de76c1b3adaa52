import { setImmediate } from 'node:timers/promises';
import type { Annotation, AnnotationInput } from '../../shared/annotations/annotation.ts';
import type { AnnotationEvent } from '../../shared/annotations/events.ts';
import type { ContentVersion } from '../content/content-version.ts';
import type { DecisionGate } from '../decision/decision-gate.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import { inputOf, makeAnnotation } from './annotation-record.ts';
import type { Placed, Placing } from './placement.ts';
import type { AnnotationStore } from './store.ts';

/** As many records are changed before others get their turn. */
const changedAtOnce = 100;

interface LateParts {
  readonly store: AnnotationStore;
  readonly gate: DecisionGate;
  readonly preparation: PreparationState;
  readonly version: ContentVersion;
  readonly placing: Placing;
  readonly onEvent: (event: AnnotationEvent) => void;
}

const isUnplaced = ({ placement }: Pick<Placed, 'placement'>): boolean => placement === 'unplaced';

/**
 * Finds where annotations stand approximately that stand nowhere exactly. Whoever adds one does not wait for it: its
 * record is updated later. What comes while others are sought is sought together, within one bound of work.
 */
export class BackgroundPlacer {
  readonly #parts: LateParts;
  #waiting: Annotation[] = [];
  #isSeeking = false;

  constructor(parts: LateParts) {
    this.#parts = parts;
  }

  /** Seeks the places of those that have none, each of which is one update. */
  seek(annotations: readonly Annotation[]): void {
    const { placing, preparation } = this.#parts;
    if (placing.approximately === undefined || preparation.current.state !== 'ready') return;
    for (const annotation of annotations)
      if (isUnplaced(annotation)) this.#waiting.push(annotation);
    if (this.#waiting.length === 0 || this.#isSeeking) return;
    // Once it is decided, or where the document cannot be read, they stay unplaced, as their records say.
    this.#seekAll().catch(() => undefined);
  }

  /** The same places with approximate ones for what has none. */
  async fill(
    inputs: readonly AnnotationInput[],
    placed: readonly Placed[],
  ): Promise<readonly Placed[]> {
    const { approximately } = this.#parts.placing;
    const left = inputs.filter((_, index) => isUnplaced(placed[index] ?? { placement: 'exact' }));
    if (approximately === undefined || left.length === 0) return placed;
    const found = (await approximately(left)).values();
    return placed.map((place) => (isUnplaced(place) ? (found.next().value ?? place) : place));
  }

  async #seekAll(): Promise<void> {
    this.#isSeeking = true;
    try {
      while (this.#waiting.length > 0) {
        // Whoever has added them is answered first.
        await setImmediate();
        const records = this.#waiting;
        this.#waiting = [];
        await this.#place(records);
      }
    } finally {
      this.#waiting = [];
      this.#isSeeking = false;
    }
  }

  async #place(records: readonly Annotation[]): Promise<void> {
    const { placing, version } = this.#parts;
    const { current } = version;
    const placed = (await placing.approximately?.(records.map(inputOf))) ?? [];
    for (let at = 0; at < records.length; at += changedAtOnce) {
      const end = at + changedAtOnce;
      await this.#change(records.slice(at, end), placed.slice(at, end), current);
      await setImmediate();
    }
  }

  #change(
    records: readonly Annotation[],
    placed: readonly Placed[],
    version: number,
  ): Promise<void> {
    const { gate, store, onEvent } = this.#parts;
    return gate.enter(() => {
      const updatedAt = new Date().toISOString();
      for (const [index, record] of records.entries()) {
        const place = placed[index];
        // Another content places all anew; another request may have changed or removed this one.
        const isCurrent =
          this.#parts.version.current === version && store.get(record.id) === record;
        if (!isCurrent || place === undefined || isUnplaced(place)) continue;
        const { id, createdAt } = record;
        const stamp = { id, createdAt, updatedAt, placed: place };
        onEvent(store.replace(makeAnnotation(inputOf(record), stamp)));
      }
    });
  }
}
