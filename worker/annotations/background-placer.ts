import { setImmediate } from 'node:timers/promises';
import type { Annotation, AnnotationInput } from '../../shared/annotations/annotation.ts';
import type { AnnotationEvent } from '../../shared/annotations/events.ts';
import type { DecisionGate } from '../decision/decision-gate.ts';
import type { PreparationState, ContentVersion } from '../content/content-state.ts';
import { inputOf, makeAnnotation } from './annotation-record.ts';
import type { Placed, Placing } from './placement.ts';
import type { AnnotationStore } from './store.ts';

/** Batch size for updates; other requests are served between batches. */
const changedAtOnce = 100;

export interface PlacerOptions {
  readonly store: AnnotationStore;
  readonly gate: DecisionGate;
  readonly preparation: PreparationState;
  readonly version: ContentVersion;
  readonly placing: Placing;
  readonly onEvent: (event: AnnotationEvent) => void;
}

const isUnplaced = ({ placement }: Pick<Placed, 'placement'>): boolean => placement === 'unplaced';

/**
 * Finds approximate places for annotations without an exact one. Adding does not wait for this; records are updated
 * later. Annotations that arrive during a search are searched together next, under one work budget.
 */
export class BackgroundPlacer {
  readonly #parts: PlacerOptions;
  #waiting: Annotation[] = [];
  #isSeeking = false;

  constructor(parts: PlacerOptions) {
    this.#parts = parts;
  }

  /** Searches in the background for the places of unplaced annotations; each one found is an update. */
  seek(annotations: readonly Annotation[]): void {
    const { placing, preparation } = this.#parts;
    if (placing.approximately === undefined || preparation.current.state !== 'ready') return;
    for (const annotation of annotations)
      if (isUnplaced(annotation)) this.#waiting.push(annotation);
    if (this.#waiting.length === 0 || this.#isSeeking) return;
    // If the session is decided or the document cannot be read, they just stay unplaced.
    this.#seekAll().catch(() => undefined);
  }

  /** Fills in approximate places where there is no exact one. */
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
        // Answer the request that added them first.
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
        // New content re-anchors everything anyway; another request may have changed or removed this one.
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
