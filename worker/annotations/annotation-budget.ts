import { setFlagsFromString } from 'node:v8';
import type { Annotation } from '../../shared/annotations/annotation.ts';
import { maxAnnotationBytes, type Limits } from '../../shared/annotations/limits.ts';
import { GalleyError } from '../../shared/errors.ts';
import type { AnnotationStore } from './store.ts';

/** Enforces a session's limits on the number and total size of annotations. Source: contract.md, section 1.6. */
export class AnnotationBudget {
  readonly #limits: Limits;
  readonly #store: AnnotationStore;

  constructor(limits: Limits, store: AnnotationStore) {
    this.#limits = limits;
    this.#store = store;
  }

  /** @throws GalleyError `annotation_limit` if `count` more would exceed the limit */
  assertRoom(count: number): void {
    const { annotationsPerSession } = this.#limits;
    const { size } = this.#store;
    if (size + count > annotationsPerSession)
      throw new GalleyError(
        'annotation_limit',
        `A session holds ${annotationsPerSession} annotations at most, and has ${size}. Remove some, or raise limits.annotationsPerSession in the config.`,
      );
  }

  /**
   * Ensures that everything accepted still fits into the decision file and can be read back by the waiting process.
   * `instead` is the record being replaced.
   * @throws GalleyError `annotation_limit`
   */
  assertWritable(annotations: readonly Annotation[], instead?: Annotation): void {
    const bytes = Math.min(this.#limits.annotationTextPerSession, maxAnnotationBytes);
    if (this.#store.hasRoomFor(annotations, { bytes, instead })) return;
    const remedy =
      bytes < maxAnnotationBytes
        ? 'Remove some, or raise limits.annotationTextPerSession in the config.'
        : 'Remove some.';
    throw new GalleyError(
      'annotation_limit',
      `The annotations of a session take ${bytes} bytes at most together. ${remedy}`,
    );
  }
}

let isDone = false;

const nodeMajor = Number.parseInt(process.versions.node, 10);
/** V8 collects later from Node 22 on: at a fifth there, the largest decision peaks 210 MB above the baseline, not 180. */
const growthPercent = nodeMajor < 22 ? 20 : 10;

/**
 * Lets the heap grow by a fifth or less between garbage collections; V8's default is to double it. In a large session
 * the garbage of requests would otherwise outweigh the live data: a worker full of findings peaks 145 MB above its
 * baseline instead of 190.
 */
export const limitHeapGrowth = (): void => {
  if (isDone) return;
  isDone = true;
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
};
