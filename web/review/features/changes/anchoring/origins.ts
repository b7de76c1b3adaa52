import type { NumberedTexts } from '../../../../../shared/placement/anchor.ts';
import type { LinePlace } from '../../../../../shared/placement/anchor-lines.ts';
import type { DiffAnswer } from '../../../../../shared/session/content.ts';
import type { Page } from '../../../ui/page.ts';
import { fileOf, type LineQuote } from './line-quotes.ts';

/** Where a comment stood well: on its own code, neither outdated nor approximate. */
interface Origin {
  /** What was compared then. */
  readonly scope: string | undefined;
  /** Of the file then: where it is the same again, so is the place. */
  readonly digest: string | undefined;
  /** The lines of that side of the file, shared by its comments. */
  readonly lines: NumberedTexts;
  readonly place: LinePlace;
}

/**
 * Where the comments and editors of a page come from. They are anchored from there, whatever was shown in between: a
 * scope without their code must not take them to other code for good.
 */
export class Origins {
  readonly #known = new Map<string, Origin>();
  /** Comments and targets that this page has anchored, or that a page with the same content has. */
  readonly placed = new WeakSet<object>();

  of({ key }: LineQuote): Origin | undefined {
    return this.#known.get(key);
  }

  /** Takes note of lines as they are shown, unless the comment comes from another scope. */
  note(quote: LineQuote, diff: DiffAnswer, lines: NumberedTexts): void {
    const { key, filePath, isOutdated, isApproximate, lineStart, lineEnd } = quote;
    if (isOutdated || isApproximate || !lines.has(lineStart)) return;
    const known = this.#known.get(key);
    if (known !== undefined && known.scope !== diff.scope) return;
    const digest = fileOf(diff.files, filePath)?.digest;
    this.#known.set(key, { scope: diff.scope, digest, lines, place: { lineStart, lineEnd } });
  }

  /** Forgets those of comments that are gone. */
  keep(keys: ReadonlySet<string>): void {
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key);
  }
}

const known = new WeakMap<Page, Origins>();

/** Those of a page. */
export const originsOf = (page: Page): Origins => {
  const origins = known.get(page) ?? new Origins();
  known.set(page, origins);
  return origins;
};
