import type { Annotation } from '../../shared/annotations/annotation.ts';

/** What a UTF-16 unit may take in JSON, in UTF-8: that of a control character is `\u0001`. */
const bytesPerUnit = 6;
/** What a record may take besides what its texts say: the names of its fields, id, times, place. */
const bytesBeside = 512;
const muchBytes = 32 * 1024 * 1024;

interface Room {
  /** The records that were added. */
  readonly held: Iterable<Annotation>;
  /** What all of them may take. */
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
    (texts.blockId?.length ?? 0) +
    (texts.rule?.length ?? 0) +
    (texts.url?.length ?? 0);
  return units * bytesPerUnit + bytesBeside;
};

const beyondLatin1 = /[^\0-\u00ff]/u;

/**
 * What a record takes in a decision, or in memory where that is more: there, one character beyond Latin-1 makes two bytes
 * of each.
 */
export const bytesOf = (annotation: Annotation): number => {
  const json = JSON.stringify(annotation);
  const written = Buffer.byteLength(json) + 1;
  return written > json.length + 1 && beyondLatin1.test(json)
    ? Math.max(written, json.length * 2)
    : written;
};

/**
 * What the records of a session take in a decision, each field as it will be written. To count each would be a large part of
 * what it takes to store it: as long as the most that they could take is within the budget, none is counted.
 */
export class WrittenBytes {
  #most = 0;
  #total = 0;
  /** Bytes of each record, by its id, from the time when they had to be counted. */
  #counted: Map<string, number> | undefined;

  /** Whether they may take so much that memory is to be saved. */
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

  /** Whether more records fit; one that takes the place of another may always become smaller. */
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
