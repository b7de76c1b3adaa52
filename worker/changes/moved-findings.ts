import type { Annotation, AnnotationInput } from '../../shared/annotations/annotation.ts';
import type { ReviewAnnotation } from '../../shared/annotations/review-annotation.ts';
import { inputOf } from '../annotations/annotation-record.ts';
import type { Placed } from '../annotations/placement.ts';
import type { DiffIndex } from './diff-index.ts';
import type { FoundLines, ShownAt } from './find-lines.ts';
import { placeByNumber } from './place-by-number.ts';
import {
  notInDiff,
  onLines,
  placeAt,
  placeInScope,
  type Found,
  type FindInShown,
} from './place-in-scope.ts';

/** Longer code is cut off. */
const maxLostCharacters = 500;
/** Of all findings: a decision has them, too. */
const maxAllLostCharacters = 256 * 1024;

/** What a refresh has made of a finding's lines, as long as it names these. */
type Moved = FoundLines & { readonly of: string };

/** Where the code of findings is in the opening scope, as read last, if that is not on the lines that they name. */
export class MovedFindings {
  readonly #find: FindInShown;
  /** By the finding's id. */
  readonly #moved = new Map<string, Moved>();
  #lostCharacters = 0;

  constructor(find: FindInShown) {
    this.#find = find;
  }

  /** Forgets findings that are not there any more. */
  keepOnly(all: readonly Annotation[]): void {
    const left = new Set(this.#moved.keys());
    for (const { id } of all) left.delete(id);
    for (const id of left) this.#forget(id);
  }

  /** Places findings in the opening scope, which was read again. @param opened the version before */
  async afterRefresh(
    records: readonly Annotation[],
    versions: { readonly opened: number; readonly shown: DiffIndex },
  ): Promise<Placed[]> {
    const inputs = records.map((record) => this.#current(record));
    const found = await this.#find(inputs, versions);
    return records.map((record, index) => {
      const input = inputs[index] ?? record;
      this.#note(record, found.get(input) ?? 'same');
      return this.#placed(record, versions.shown);
    });
  }

  /** Places findings in another scope. @param opened the newest version of the opening scope */
  async inScope(
    records: readonly Annotation[],
    versions: { readonly opened: number; readonly shown: DiffIndex },
  ): Promise<Placed[]> {
    const inputs = records.map((record) => this.#current(record));
    const placed = await placeInScope(this.#find, inputs, versions);
    return records.map((record, index) => {
      const moved = this.#movedOf(record);
      const place: Placed = placed[index] ?? { placement: 'outside-diff' };
      if (moved === undefined) return place;
      const { shown } = versions;
      const input = inputOf(record);
      if ('lostCode' in moved) return { ...notInDiff(shown, input), lostCode: moved.lostCode };
      if (place.placement !== 'in-diff') return place;
      const at = 'shownAt' in place ? place.shownAt : undefined;
      return placeAt(shown, input, withMark(at ?? moved.at, moved.at));
    });
  }

  /** The finding, with the lines on which its code is now. */
  #current(record: Annotation): AnnotationInput {
    const input = inputOf(record);
    const moved = this.#movedOf(record);
    return moved === undefined || 'lostCode' in moved ? input : onLines(input, moved.at);
  }

  #movedOf(record: Annotation): Moved | undefined {
    const moved = this.#moved.get(record.id);
    return moved?.of === linesOf(record) ? moved : undefined;
  }

  #note(record: Annotation, found: Found): void {
    const before = this.#movedOf(record);
    if (before !== undefined && 'lostCode' in before) return;
    // What is not known stays where it is.
    if (found === 'same' || found === 'unknown') return;
    const of = linesOf(record);
    this.#forget(record.id);
    if ('at' in found) this.#moved.set(record.id, { of, at: withMark(found.at, before?.at) });
    else {
      const room = Math.min(maxLostCharacters, maxAllLostCharacters - this.#lostCharacters);
      const lostCode = found.lostCode.slice(0, room);
      this.#lostCharacters += lostCode.length;
      this.#moved.set(record.id, { of, lostCode });
    }
  }

  #forget(id: string): void {
    const moved = this.#moved.get(id);
    if (moved !== undefined && 'lostCode' in moved) this.#lostCharacters -= moved.lostCode.length;
    this.#moved.delete(id);
  }

  #placed(record: Annotation, shown: DiffIndex): Placed {
    const input = inputOf(record);
    const moved = this.#movedOf(record);
    if (moved === undefined) return placeByNumber(shown, input);
    return 'at' in moved
      ? placeAt(shown, input, moved.at)
      : { ...notInDiff(shown, input), lostCode: moved.lostCode };
  }
}

/** Once the code was not the same, it never is. */
const withMark = (at: ShownAt, before: ShownAt | undefined): ShownAt =>
  before?.isApproximate === true ? { ...at, isApproximate: true } : at;

const linesOf = (record: Annotation): string => {
  const { filePath, side, lineStart, lineEnd }: Partial<ReviewAnnotation> =
    'scope' in record ? record : {};
  return [filePath, side, lineStart, lineEnd].join(':');
};
