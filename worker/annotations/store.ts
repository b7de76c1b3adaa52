import type { Annotation } from '../../shared/annotations/annotation.ts';
import type { AnnotationEvent } from '../../shared/annotations/events.ts';
import { WrittenBytes } from './written-bytes.ts';

/** Number of records removed, and the event for it unless nothing changed. */
export interface Removal {
  readonly removed: number;
  readonly event?: AnnotationEvent;
}

/**
 * The external annotations of a session in order of arrival, and their version counter. Records are immutable; each
 * change returns its event. Source: contract.md, section 1.4.
 */
export class AnnotationStore {
  readonly #byId = new Map<string, Annotation>();
  readonly #written = new WrittenBytes();
  #version = 0;

  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Whether the records may be so large that saving memory is worthwhile. */
  get isMuch(): boolean {
    return this.#written.isMuch;
  }

  all(): Annotation[] {
    return [...this.#byId.values()];
  }

  get(id: string): Annotation | undefined {
    return this.#byId.get(id);
  }

  /**
   * Whether these records fit into the byte budget along with the stored ones; `instead` is the record being replaced.
   */
  hasRoomFor(
    annotations: readonly Annotation[],
    { bytes, instead }: { readonly bytes: number; readonly instead?: Annotation | undefined },
  ): boolean {
    return this.#written.fits(annotations, { held: this.#byId.values(), bytes, instead });
  }

  /** Adds records with new ids as one change. */
  add(annotations: Annotation[]): AnnotationEvent {
    for (const annotation of annotations) this.#set(annotation);
    return { type: 'add', version: this.#count(), annotations };
  }

  /** Replaces the record with the same id. */
  replace(annotation: Annotation): AnnotationEvent {
    this.#set(annotation);
    return { type: 'update', version: this.#count(), annotation };
  }

  /** Replaces the records with the same ids as one change. */
  replaceAll(annotations: readonly Annotation[]): void {
    for (const annotation of annotations) this.#set(annotation);
    this.#count();
  }

  remove(id: string): Removal {
    if (!this.#delete(id)) return { removed: 0 };
    return { removed: 1, event: { type: 'remove', version: this.#count(), ids: [id] } };
  }

  /** Removes the records of one source, or all. */
  clear(source?: string): Removal {
    const removed = source === undefined ? this.#deleteAll() : this.#deleteSource(source);
    if (removed === 0) return { removed };
    const version = this.#count();
    return {
      removed,
      event: { type: 'clear', version, ...(source === undefined ? {} : { source }) },
    };
  }

  #set(annotation: Annotation): void {
    const old = this.#byId.get(annotation.id);
    if (old !== undefined) this.#written.remove(old);
    this.#written.add(annotation);
    this.#byId.set(annotation.id, annotation);
  }

  #delete(id: string): boolean {
    const annotation = this.#byId.get(id);
    if (annotation === undefined) return false;
    this.#written.remove(annotation);
    return this.#byId.delete(id);
  }

  #deleteAll(): number {
    const removed = this.#byId.size;
    this.#byId.clear();
    this.#written.clear();
    return removed;
  }

  #deleteSource(source: string): number {
    let removed = 0;
    for (const [id, annotation] of this.#byId)
      if (annotation.source === source && this.#delete(id)) removed += 1;
    return removed;
  }

  #count(): number {
    this.#version += 1;
    return this.#version;
  }
}
