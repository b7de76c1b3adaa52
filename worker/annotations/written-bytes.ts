import type { Annotation } from '../../shared/annotations/annotation.ts';

/** Worst case per UTF-16 unit: a control character is written as `\u0001`. */
const bytesPerUnit = 6;
/** Upper bound for everything else in a record: field names, id, times, place. */
const bytesBeside = 512;
const muchBytes = 32 * 1024 * 1024;

interface Room {
  /** The stored records. */
  readonly held: Iterable<Annotation>;
  /** Byte budget for all records. */
  readonly bytes: number;
  readonly instead: Annotation | undefined;
}

interface Texts {
  readonly source: string;
  readonly author?: string;
  readonly filePath?: string;
  readonly text?: string;
  readonly originalText?: string;
  readonly suggestedCode?: string;
  readonly originalCode?: string;
  readonly lostCode?: string;
  readonly blockId?: string;
  readonly rule?: string;
  readonly url?: string;
}

const mostBytes = (annotation: Annotation): number => {
  const texts: Texts = annotation;
  const units =
    texts.source.length +
    (texts.author?.length ?? 0) +
    (texts.filePath?.length ?? 0) +
    (texts.text?.length ?? 0) +
    (texts.originalText?.length ?? 0) +
    (texts.suggestedCode?.length ?? 0) +
    (texts.originalCode?.length ?? 0) +
    (texts.lostCode?.length ?? 0) +
    (texts.blockId?.length ?? 0) +
    (texts.rule?.length ?? 0) +
    (texts.url?.length ?? 0);
  return units * bytesPerUnit + bytesBeside;
};

const beyondLatin1 = /[^\0-\u00ff]/u;

/** Size of a record as written, or in memory if that is larger: one character beyond Latin-1 doubles the string. */
export const bytesOf = (annotation: Annotation): number => {
  const json = JSON.stringify(annotation);
  const written = Buffer.byteLength(json) + 1;
  return written > json.length + 1 && beyondLatin1.test(json)
    ? Math.max(written, json.length * 2)
    : written;
};

/**
 * Tracks the serialized size of a session's records. Measuring each one would add a large part to the cost of storing
 * it, so nothing is measured while a cheap upper bound is within the budget.
 */
export class WrittenBytes {
  #most = 0;
  #total = 0;
  /** Exact bytes by record id, once measuring became necessary. */
  #counted: Map<string, number> | undefined;

  /** Whether the records may be so large that saving memory is worthwhile. */
  get isMuch(): boolean {
    return this.#most > muchBytes;
  }

  add(annotation: Annotation): void {
    this.#most += mostBytes(annotation);
    if (this.#counted !== undefined) this.#count(annotation, this.#counted);
  }

  remove(annotation: Annotation): void {
    this.#most -= mostBytes(annotation);
    this.#total -= this.#counted?.get(annotation.id) ?? 0;
    this.#counted?.delete(annotation.id);
  }

  clear(): void {
    this.#most = 0;
    this.#total = 0;
    this.#counted = undefined;
  }

  /** Whether more records fit; a replacement that shrinks its record always does. */
  fits(more: readonly Annotation[], { held, bytes, instead }: Room): boolean {
    const most = more.reduce((sum, annotation) => sum + mostBytes(annotation), this.#most);
    if (most <= bytes) return true;
    this.#countAll(held);
    const left = this.#total - (instead === undefined ? 0 : bytesOf(instead));
    const total = more.reduce((sum, annotation) => sum + bytesOf(annotation), left);
    return total <= bytes || (instead !== undefined && total <= this.#total);
  }

  #countAll(held: Iterable<Annotation>): void {
    if (this.#counted !== undefined) return;
    this.#counted = new Map();
    for (const annotation of held) this.#count(annotation, this.#counted);
  }

  #count(annotation: Annotation, counted: Map<string, number>): void {
    const bytes = bytesOf(annotation);
    counted.set(annotation.id, bytes);
    this.#total += bytes;
  }
}
