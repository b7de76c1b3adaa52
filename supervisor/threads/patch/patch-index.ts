import { matchesHeader, writeHunkHeader, type OpenHunk } from '../../../shared/patch/hunk-lines.ts';
import { PatchReader, type PatchFile, type PatchLine } from '../../../shared/patch/patch-reader.ts';
import type { ChangedFile, Hunk } from '../../../shared/placement/manifest.ts';
import { changedFile } from './changed-file.ts';

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
}

/**
 * Streaming index of the files and hunks in a patch. If a hunk's lines do not match its header, a correction gives the
 * right header.
 */
export class PatchIndex {
  readonly #reader = new PatchReader({
    onHunk: (hunk, header) => this.#takeHunk(hunk, header),
    onFile: (file) => this.#takeFile(file),
  });
  readonly #scanner = new LineScanner((line) => this.#takeLine(line));
  readonly #files: ChangedFile[] = [];
  readonly #corrections: Correction[] = [];
  /** Of the current file. */
  #hunks: Hunk[] = [];
  #additions = 0;
  #deletions = 0;
  #hasOnlySpace = true;

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
    };
  }

  #takeLine(line: PatchLine): void {
    this.#hasOnlySpace &&= line.text.length < 100 && line.text.trim() === '';
    this.#reader.take(line);
  }

  #takeHunk(hunk: OpenHunk, place: Pick<Correction, 'offset' | 'end'>): void {
    const { header, oldSeen, newSeen, context } = hunk;
    const isEmpty = oldSeen + newSeen === 0;
    this.#additions += newSeen - context;
    this.#deletions += oldSeen - context;
    if (!isEmpty) this.#hunks.push([header.oldStart, oldSeen, header.newStart, newSeen]);
    if (matchesHeader(hunk)) return;
    const corrected = writeHunkHeader({ ...header, oldLines: oldSeen, newLines: newSeen });
    const line = Buffer.from(isEmpty ? '' : `${corrected}\n`, 'latin1');
    this.#corrections.push({ ...place, line });
  }

  #takeFile(file: PatchFile): void {
    const counts = { additions: this.#additions, deletions: this.#deletions, hunks: this.#hunks };
    this.#files.push(changedFile(file, { id: String(this.#files.length), ...counts }));
    this.#hunks = [];
    this.#additions = 0;
    this.#deletions = 0;
  }
}

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
