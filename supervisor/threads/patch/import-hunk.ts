import type { LineKind } from '../../../shared/patch/hunk-lines.ts';
import type { ImportBlock, ImportSyntax } from './import-syntax.ts';

type ImportBegin = ImportBlock['byHeading'] | undefined;

/** Longer lines are not looked at. */
const maxCharacters = 1000;

/** Tells, line by line, whether a hunk changes imports and empty lines and surely nothing else. */
export class ImportHunk {
  readonly #syntax: ImportSyntax;
  readonly #sides: Readonly<Record<'deleted' | 'added', ImportSide>>;
  #isSure = true;

  /** @param heading of the hunk's header: the last line before it that begins with a letter, as git gives it */
  constructor(syntax: ImportSyntax, heading: string) {
    this.#syntax = syntax;
    const { block } = syntax;
    const begin = block?.opens.test(heading.trim()) === true ? block.byHeading : undefined;
    this.#sides = {
      deleted: new ImportSide(syntax, begin),
      added: new ImportSide(syntax, begin),
    };
  }

  /** Whether it is not known yet that something else is changed. */
  get isSure(): boolean {
    return this.#isSure;
  }

  /** Whether all lines so far leave no doubt. */
  get hasOnlyImports(): boolean {
    const { deleted, added } = this.#sides;
    const hasImports = deleted.hasImports || added.hasImports;
    return this.#isSure && hasImports && !deleted.isPending && !added.isPending;
  }

  /** @param text with the character that gives its kind; bytes as Latin-1 */
  take(text: string, kind: LineKind): void {
    if (kind === 'note' || text.length > maxCharacters) {
      this.#isSure = false;
      return;
    }
    const line = text.slice(1).trimEnd();
    if (opensText(line, this.#syntax)) this.#isSure = false;
    const { deleted, added } = this.#sides;
    // Both sides have read a line of context, whatever the first says of it.
    const isSureBefore = kind === 'added' || deleted.take(line, kind !== 'context');
    const isSureAfter = kind === 'deleted' || added.take(line, kind !== 'context');
    this.#isSure &&= isSureBefore && isSureAfter;
  }
}

/** Whether text over several lines begins or ends in a line. */
const opensText = (line: string, { quotes = [], textBegins = [] }: ImportSyntax): boolean =>
  quotes.some((quote) => line.split(quote).length % 2 === 0) ||
  textBegins.some((begin) => line.includes(begin));

/** One side of a hunk. */
class ImportSide {
  readonly #syntax: ImportSyntax;
  /** Whether the next line is within an import. */
  #isOpen: boolean;
  #needsEnd: boolean;
  /** Whether an import has changed. */
  hasImports = false;
  /** Whether a line has changed that only the end of the import can show to be in one. */
  isPending = false;

  constructor(syntax: ImportSyntax, begin: ImportBegin) {
    this.#syntax = syntax;
    this.#isOpen = begin !== undefined;
    this.#needsEnd = begin === 'with-end';
  }

  /** @returns false if the line, or one before it, may be something other than an import */
  take(line: string, isChanged: boolean): boolean {
    if (line === '') return true;
    const { single, block } = this.#syntax;
    if (this.#isOpen && block !== undefined) {
      const closes = block.closes.test(line);
      if (closes || block.holds.test(line)) {
        this.#isOpen = !closes;
        this.hasImports ||= isChanged;
        this.isPending = !closes && (this.isPending || (isChanged && this.#needsEnd));
        return true;
      }
      // Not what it seemed to be, or there is more in it than names.
      if (this.isPending) return false;
      this.#isOpen = false;
    }
    if (block?.opens.test(line) === true) {
      this.#isOpen = true;
      this.#needsEnd = false;
      this.hasImports ||= isChanged;
      return true;
    }
    if (!isChanged) return true;
    this.hasImports = true;
    return single.some((pattern) => pattern.test(line));
  }
}
