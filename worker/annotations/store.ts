import type { Annotation } from '../../shared/annotations/annotation.ts';
import type { AnnotationEvent } from '../../shared/annotations/events.ts';

/** What a removal did: how many went, and the event of it unless nothing changed. */
export interface Removal {
  readonly removed: number;
  readonly event?: AnnotationEvent;
}

/** The texts that a client may fill at will. */
interface Texts {
  readonly text?: string;
  readonly originalText?: string;
  readonly suggestedCode?: string;
  readonly originalCode?: string;
}

/** Length of the texts of an annotation, in UTF-16 units: what a session's memory is measured by. */
export const textOf = ({ text, originalText, suggestedCode, originalCode }: Texts): number =>
  (text?.length ?? 0) +
  (originalText?.length ?? 0) +
  (suggestedCode?.length ?? 0) +
  (originalCode?.length ?? 0);

/**
 * The external annotations of a session, in the order of arrival, with the counter of their changes. Records are
 * never changed, only replaced; each change gives the event that tells of it. Source: contract.md, section 1.4.
 */
export class AnnotationStore {
  readonly #byId = new Map<string, Annotation>();
  #version = 0;
  #textLength = 0;

  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Length of all texts together, in UTF-16 units. */
  get textLength(): number {
    return this.#textLength;
  }

  all(): Annotation[] {
    return [...this.#byId.values()];
  }

  get(id: string): Annotation | undefined {
    return this.#byId.get(id);
  }

  /** Adds records with new ids, as one change. */
  add(annotations: Annotation[]): AnnotationEvent {
    for (const annotation of annotations) {
      this.#textLength += textOf(annotation);
      this.#byId.set(annotation.id, annotation);
    }
    return { type: 'add', version: this.#count(), annotations };
  }

  /** Puts a record in the place of the one that has its id. */
  replace(annotation: Annotation): AnnotationEvent {
    const old = this.#byId.get(annotation.id);
    this.#textLength += textOf(annotation) - (old === undefined ? 0 : textOf(old));
    this.#byId.set(annotation.id, annotation);
    return { type: 'update', version: this.#count(), annotation };
  }

  /** Puts records in the places of those that have their ids, as one change; the event holds all that there are. */
  replaceAll(annotations: readonly Annotation[]): AnnotationEvent {
    for (const annotation of annotations) this.#byId.set(annotation.id, annotation);
    return { type: 'snapshot', version: this.#count(), annotations: this.all() };
  }

  remove(id: string): Removal {
    if (!this.#delete(id)) return { removed: 0 };
    return { removed: 1, event: { type: 'remove', version: this.#count(), ids: [id] } };
  }

  /** Removes those of one source, or all. */
  clear(source?: string): Removal {
    const removed = source === undefined ? this.#deleteAll() : this.#deleteSource(source);
    if (removed === 0) return { removed };
    const version = this.#count();
    return {
      removed,
      event: { type: 'clear', version, ...(source === undefined ? {} : { source }) },
    };
  }

  #delete(id: string): boolean {
    const annotation = this.#byId.get(id);
    if (annotation === undefined) return false;
    this.#textLength -= textOf(annotation);
    return this.#byId.delete(id);
  }

  #deleteAll(): number {
    const removed = this.#byId.size;
    this.#byId.clear();
    this.#textLength = 0;
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
