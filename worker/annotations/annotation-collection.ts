import { setImmediate } from 'node:timers/promises';
import {
  annotationInput,
  mergeAnnotation,
  quickAnnotation,
  type Annotation,
  type AnnotationInput,
} from '../../shared/annotations/annotation.ts';
import type { AnnotationEvent } from '../../shared/annotations/events.ts';
import type { Limits } from '../../shared/annotations/limits.ts';
import { GalleyError } from '../../shared/errors.ts';
import { parseWith } from '../../shared/parse.ts';
import type { Mode } from '../../shared/session/mode.ts';
import { AnnotationBudget, limitHeapGrowth } from './annotation-budget.ts';
import { inputOf, isSameInput, makeAnnotation, placedOf } from './annotation-record.ts';
import { BackgroundPlacer, type PlacerOptions } from './background-placer.ts';
import { parseBatch } from './parse-batch.ts';
import { randomUuids } from './random-uuids.ts';
import {
  isSamePlace,
  needsContent,
  placeWithoutContent,
  type PlaceAgain,
  type Placed,
} from './placement.ts';
import type { Removal } from './store.ts';

/** Batch size for re-anchoring; other requests are served between batches. */
const movedAtOnce = 5000;

interface CollectionOptions extends PlacerOptions {
  readonly mode: Mode;
  readonly limits: Limits;
  /** Called once per re-anchoring that moved anything. */
  readonly onMoved: () => void;
}

/**
 * Client changes to the annotations. Each is parsed, placed, and then applied in one atomic step, so versions and order
 * follow the steps no matter how long placing took.
 */
export class AnnotationCollection {
  readonly #options: CollectionOptions;
  readonly #schema: ReturnType<typeof annotationInput>;
  readonly #quick: ReturnType<typeof quickAnnotation>;
  readonly #budget: AnnotationBudget;
  readonly #late: BackgroundPlacer;

  constructor(options: CollectionOptions) {
    this.#options = options;
    this.#schema = annotationInput(options.mode, options.limits);
    this.#quick = quickAnnotation(options.mode, options.limits);
    this.#budget = new AnnotationBudget(options.limits, options.store);
    this.#late = new BackgroundPlacer(options);
  }

  /** @throws GalleyError `invalid_request`, `annotation_limit` or `already_decided` */
  async add(body: unknown): Promise<{ ids: string[]; version: number }> {
    const { gate, limits, version } = this.#options;
    gate.assertUndecided();
    const inputs = parseBatch(body, { quick: this.#quick, schema: this.#schema, limits });
    this.#budget.assertRoom(inputs.length);
    for (;;) {
      const { current } = version;
      const placed = await this.#place(inputs);
      const added = await gate.enter(() =>
        // The content may have been replaced while placing.
        version.current === current ? this.#add(inputs, placed) : undefined,
      );
      if (added !== undefined) return added;
    }
  }

  /**
   * Adds annotations under ids that their sender gave them, or replaces those that have these. Their fields are valid.
   * @throws GalleyError `annotation_limit` or `already_decided`; nothing has changed then
   */
  async merge(
    items: readonly { readonly id: string; readonly input: AnnotationInput }[],
  ): Promise<void> {
    const { gate, version } = this.#options;
    gate.assertUndecided();
    if (items.length === 0) return;
    for (;;) {
      const { current } = version;
      const placed = await this.#place(items.map(({ input }) => input));
      const isDone = await gate.enter(() => {
        if (version.current !== current) return false;
        this.#merge(items, placed);
        return true;
      });
      if (isDone) return;
    }
  }

  /** @throws GalleyError `invalid_request`, `not_found`, `annotation_limit` or `already_decided` */
  async update(
    id: string,
    patch: Readonly<Record<string, unknown>>,
  ): Promise<{ annotation: Annotation; version: number }> {
    const { gate, version } = this.#options;
    for (;;) {
      const stored = this.#stored(id);
      const { current } = version;
      const merged = mergeAnnotation(this.#options.mode, stored, patch);
      const input = parseWith(this.#schema, merged, { what: 'The annotation so changed' });
      const old = inputOf(stored);
      const placed = isSamePlace(old, input) ? placedOf(stored) : await this.#placeOne(input);
      const change = await gate.enter(() =>
        // The annotation or the content may have changed in the meantime.
        this.#stored(id) === stored && version.current === current
          ? this.#replace({ stored, old, input, placed })
          : undefined,
      );
      if (change !== undefined) return change;
    }
  }

  /**
   * Re-anchors all annotations in new content, as one change; those that did not move keep their records.
   * @throws GalleyError `already_decided`
   */
  async placeAnew(): Promise<void> {
    const { gate, store, onMoved } = this.#options;
    const updatedAt = new Date().toISOString();
    const moves: Move[] = [];
    const all = store.all();
    const placeAgain = await this.#placeAgain(all);
    for (let at = 0; at < all.length; at += movedAtOnce) {
      const known = all.slice(at, at + movedAtOnce);
      const inputs = known.map(inputOf);
      const placed = await this.#late.fill(inputs, await placeAgain(known));
      // Yield to other requests; the next batch then starts with a fresh time slice.
      await setImmediate();
      moves.push(
        ...known.flatMap((annotation, index) => toMove(annotation, placed[index], updatedAt)),
      );
    }
    await gate.enter(() => {
      const moved = moves.flatMap((move) => {
        const stored = store.get(move.known.id);
        // Removed meanwhile, or changed: a change has already placed it.
        if (stored === undefined) return [];
        if (stored === move.known) return [move.record];
        const input = inputOf(stored);
        if (!isSamePlace(inputOf(move.known), input)) return [];
        const { id, createdAt } = stored;
        return [makeAnnotation(input, { id, createdAt, updatedAt, placed: placedOf(move.record) })];
      });
      if (moved.length === 0) return;
      store.replaceAll(moved);
      onMoved();
    });
  }

  /** @throws GalleyError `not_found` or `already_decided` */
  remove(id: string): Promise<{ removed: number; version: number }> {
    return this.#options.gate.enter(() => {
      this.#stored(id);
      return this.#removed(this.#options.store.remove(id));
    });
  }

  /** Removes the annotations of one source, or all of them. @throws GalleyError `already_decided` */
  clear(source?: string): Promise<{ removed: number; version: number }> {
    return this.#options.gate.enter(() => this.#removed(this.#options.store.clear(source)));
  }

  #add(
    inputs: readonly AnnotationInput[],
    placed: readonly Placed[],
  ): { ids: string[]; version: number } {
    const { store } = this.#options;
    this.#budget.assertRoom(inputs.length);
    const now = new Date().toISOString();
    const ids = randomUuids(inputs.length);
    const annotations = inputs.map((input, index) =>
      makeAnnotation(input, {
        id: ids[index] ?? '',
        createdAt: now,
        updatedAt: now,
        placed: placed[index] ?? placeWithoutContent(input),
      }),
    );
    this.#budget.assertWritable(annotations);
    this.#tell(store.add(annotations));
    this.#late.seek(annotations);
    if (store.isMuch) limitHeapGrowth();
    return { ids, version: store.version };
  }

  #merge(
    items: readonly { readonly id: string; readonly input: AnnotationInput }[],
    placed: readonly Placed[],
  ): void {
    const { store } = this.#options;
    const updatedAt = new Date().toISOString();
    const annotations = items.map(({ id, input }, index) => {
      const createdAt = store.get(id)?.createdAt ?? updatedAt;
      const place = placed[index] ?? placeWithoutContent(input);
      // A retry needs the input as it was.
      return makeAnnotation({ ...input }, { id, createdAt, updatedAt, placed: place });
    });
    const added = annotations.filter(({ id }) => store.get(id) === undefined);
    this.#budget.assertRoom(added.length);
    this.#budget.assertWritable(annotations);
    for (const annotation of annotations)
      if (store.get(annotation.id) !== undefined) this.#tell(store.replace(annotation));
    if (added.length > 0) this.#tell(store.add(added));
    this.#late.seek(annotations);
  }

  #stored(id: string): Annotation {
    this.#options.gate.assertUndecided();
    const stored = this.#options.store.get(id);
    if (stored === undefined)
      throw new GalleyError(
        'not_found',
        'There is no annotation with this id. Ask for the list to see those there are.',
      );
    return stored;
  }

  #replace({ stored, old, input, placed }: Replacement): {
    annotation: Annotation;
    version: number;
  } {
    const { store } = this.#options;
    if (isSameInput(old, input)) return { annotation: stored, version: store.version };
    const { id, createdAt } = stored;
    const updatedAt = new Date().toISOString();
    const annotation = makeAnnotation(input, { id, createdAt, updatedAt, placed });
    this.#budget.assertWritable([annotation], stored);
    this.#tell(store.replace(annotation));
    this.#late.seek([annotation]);
    return { annotation, version: store.version };
  }

  #removed({ removed, event }: Removal): { removed: number; version: number } {
    if (event !== undefined) this.#tell(event);
    return { removed, version: this.#options.store.version };
  }

  #tell(event: AnnotationEvent): void {
    this.#options.onEvent(event);
  }

  async #placeOne(input: AnnotationInput): Promise<Placed> {
    const [placed] = await this.#place([input]);
    return placed ?? placeWithoutContent(input);
  }

  async #placeAgain(all: readonly Annotation[]): Promise<PlaceAgain> {
    const { preparation, placing } = this.#options;
    const again = preparation.current.state === 'ready' ? await placing.again?.(all) : undefined;
    return again ?? ((records) => this.#place(records.map(inputOf)));
  }

  /** Waits for the content only if an input needs it; if preparation failed, places without it. */
  async #place(inputs: readonly AnnotationInput[]): Promise<readonly Placed[]> {
    const { preparation, placing } = this.#options;
    if (!inputs.some(needsContent)) return inputs.map(placeWithoutContent);
    if (!preparation.isSettled) await preparation.settled();
    return preparation.current.state === 'ready'
      ? placing.exactly(inputs)
      : inputs.map(placeWithoutContent);
  }
}

interface Replacement {
  readonly stored: Annotation;
  readonly old: AnnotationInput;
  readonly input: AnnotationInput;
  readonly placed: Placed;
}

/** An annotation before and after re-anchoring moved it. */
interface Move {
  readonly known: Annotation;
  readonly record: Annotation;
}

/** Empty if it did not move. */
const toMove = (known: Annotation, placed: Placed | undefined, updatedAt: string): Move[] => {
  if (placed === undefined || JSON.stringify(placedOf(known)) === JSON.stringify(placed)) return [];
  const { id, createdAt } = known;
  const record = makeAnnotation(inputOf(known), { id, createdAt, updatedAt, placed });
  return [{ known, record }];
};
