import { matchesHeader, writeHunkHeader, type OpenHunk } from '../../../shared/patch/hunk-lines.ts';
import { pathsOf } from '../../../shared/patch/file-name.ts';
import type { HeaderPlace, PatchFile, PatchLine } from '../../../shared/patch/patch-parts.ts';
import { PatchReader } from '../../../shared/patch/patch-reader.ts';
import type {
  ChangedFile,
  Hunk,
  PatchLines,
  UnknownLines,
} from '../../../shared/placement/manifest.ts';
import { changedFile } from './changed-file.ts';
import { contentSigns } from './content-signs.ts';
import { ImportHunk } from './import-hunk.ts';
import { importSyntaxOf, type ImportSyntax } from './import-syntax.ts';
import { headerBytes, showsGeneratedHeader } from './set-aside.ts';

/** A replacement for a line of the patch that is wrong. */
export interface Correction {
  readonly offset: number;
  readonly end: number;
  readonly line: Buffer;
}

export interface IndexedPatch {
  readonly files: ChangedFile[];
  /** In patch order. */
  readonly corrections: Correction[];
  readonly hasOnlySpace: boolean;
  readonly unknownLines?: UnknownLines;
}

/** Lines and ranges that are listed; the rest is counted. */
const maxListed = 5;

/**
 * Streaming index of the files and hunks in a patch. If a hunk's lines do not match its header, a correction gives the
 * right header.
 */
export class PatchIndex {
  readonly #reader = new PatchReader({
    onHunkStart: (hunk, file) => this.#openHunk(hunk, file),
    onHunkLine: (text, kind) => {
      if (this.#importHunk?.isSure === true) this.#importHunk.take(text, kind);
    },
    onHunk: (hunk, header) => this.#takeHunk(hunk, header),
    onFile: (file) => this.#takeFile(file),
    onUnknown: (first, last) => {
      this.#unknownLines = withRange(this.#unknownLines, [first, last]);
    },
  });
  readonly #scanner = new LineScanner((line) => this.#takeLine(line));
  readonly #files: ChangedFile[] = [];
  readonly #corrections: Correction[] = [];
  /** Of the current file. */
  #hunks: Hunk[] = [];
  #importHunks: Hunk[] = [];
  #importHunk: ImportHunk | undefined;
  #syntax: { readonly file: PatchFile; readonly imports: ImportSyntax | undefined } | undefined;
  #additions = 0;
  #deletions = 0;
  #wrongHunks: PatchLines | undefined;
  #firstLines: string[] = [];
  #firstCharacters = 0;
  #hasOnlySpace = true;
  #unknownLines: UnknownLines | undefined;

  /** @throws GalleyError `invalid_patch` */
  write(part: Buffer): void {
    this.#scanner.write(part);
  }

  /** @throws GalleyError `invalid_patch` */
  finish(): IndexedPatch {
    this.#scanner.end();
    this.#reader.end();
    return {
      files: this.#files,
      corrections: this.#corrections,
      hasOnlySpace: this.#hasOnlySpace,
      ...(this.#unknownLines === undefined ? {} : { unknownLines: this.#unknownLines }),
    };
  }

  #takeLine(line: PatchLine): void {
    this.#hasOnlySpace &&= line.text.length < 100 && line.text.trim() === '';
    // The lines that name the file come first.
    if (this.#firstCharacters < 2 * headerBytes) {
      this.#firstLines.push(line.text);
      this.#firstCharacters += line.text.length;
    }
    this.#reader.take(line);
  }

  #openHunk({ header }: OpenHunk, file: PatchFile): void {
    if (this.#syntax?.file !== file)
      this.#syntax = { file, imports: importSyntaxOf(pathsOf(file).path) };
    const { imports } = this.#syntax;
    this.#importHunk = imports && new ImportHunk(imports, header.heading);
  }

  #takeHunk(hunk: OpenHunk, { offset, end, line: headerLine }: HeaderPlace): void {
    const { header, oldSeen, newSeen, context } = hunk;
    const isEmpty = oldSeen + newSeen === 0;
    this.#additions += newSeen - context;
    this.#deletions += oldSeen - context;
    const lines: Hunk = [header.oldStart, oldSeen, header.newStart, newSeen];
    if (!isEmpty) this.#hunks.push(lines);
    if (matchesHeader(hunk)) {
      if (this.#importHunk?.hasOnlyImports === true) this.#importHunks.push(lines);
      return;
    }
    this.#wrongHunks = withLine(this.#wrongHunks, headerLine);
    const corrected = writeHunkHeader({ ...header, oldLines: oldSeen, newLines: newSeen });
    const line = Buffer.from(isEmpty ? '' : `${corrected}\n`, 'latin1');
    this.#corrections.push({ offset, end, line });
  }

  #takeFile(file: PatchFile): void {
    const counts = { additions: this.#additions, deletions: this.#deletions, hunks: this.#hunks };
    const wrong = this.#wrongHunks === undefined ? {} : { wrongHunks: this.#wrongHunks };
    const made = changedFile(file, { id: String(this.#files.length), ...counts });
    const isGenerated = showsGeneratedHeader(this.#firstLines, made);
    const hasBefore = made.status !== 'added' && made.status !== 'deleted';
    const importHunks = hasBefore && this.#importHunks.length > 0 ? this.#importHunks : undefined;
    this.#files.push({
      ...made,
      ...wrong,
      ...contentSigns(this.#firstLines, made.hunks),
      ...(importHunks && { importHunks }),
      ...(isGenerated ? { setAside: 'generated' } : {}),
    });
    this.#firstLines = [];
    this.#firstCharacters = 0;
    this.#wrongHunks = undefined;
    this.#hunks = [];
    this.#importHunks = [];
    this.#additions = 0;
    this.#deletions = 0;
  }
}

const withLine = (lines: PatchLines = { first: [], more: 0 }, line: number): PatchLines =>
  lines.first.length < maxListed
    ? { ...lines, first: [...lines.first, line] }
    : { ...lines, more: lines.more + 1 };

/** Adds the range to the last one if it continues it. */
const withRange = (
  { ranges, more }: UnknownLines = { ranges: [], more: 0 },
  [first, last]: readonly [number, number],
): UnknownLines => {
  const before = ranges.at(-1);
  if (before !== undefined && more === 0 && before[1] === first - 1)
    return { ranges: [...ranges.slice(0, -1), [before[0], last]], more };
  if (ranges.length < maxListed) return { ranges: [...ranges, [first, last]], more };
  return { ranges, more: more + last - first + 1 };
};

const maxTextBytes = 64 * 1024;
const lineFeed = 10;

/** Splits a stream into lines, in constant memory regardless of line length. */
class LineScanner {
  readonly #take: (line: PatchLine) => void;
  #kept = '';
  #lineOffset = 0;
  #position = 0;

  constructor(take: (line: PatchLine) => void) {
    this.#take = take;
  }

  /** The caller may reuse the buffer afterwards. */
  write(part: Buffer): void {
    let start = 0;
    for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, start)) {
      this.#keep(part, start, at);
      this.#emit(this.#position + at + 1);
      start = at + 1;
    }
    this.#keep(part, start, part.length);
    this.#position += part.length;
  }

  /** Emits a last line without a line feed. */
  end(): void {
    if (this.#position > this.#lineOffset) this.#emit(this.#position);
  }

  #keep(part: Buffer, start: number, end: number): void {
    const room = maxTextBytes - this.#kept.length;
    if (room > 0) this.#kept += part.toString('latin1', start, Math.min(end, start + room));
  }

  #emit(end: number): void {
    const line = { text: this.#kept, offset: this.#lineOffset, end };
    this.#kept = '';
    this.#lineOffset = end;
    this.#take(line);
  }
}
