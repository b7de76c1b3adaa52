import type { FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { isCaseSensitive, searchable } from '../search-text.ts';
import type { DiffHit, DiffHits } from '../session/content.ts';

/** Where one file's patch stands in the patch file. */
export interface PatchRange {
  readonly offset: number;
  readonly bytes: number;
}

/** As many hits as are named; the rest are only counted. */
const maxHits = 5000;
/** How much of a patch is in memory at once: little, so that it is let go of while it is young. */
const pieceBytes = 32 * 1024;

const newline = 10;
const plus = 43;
const minus = 45;
const space = 32;
const backslash = 92;

interface SearchOptions {
  /** Where each file's patch stands, by its id. */
  readonly patches: ReadonlyMap<string, PatchRange>;
  readonly query: string;
  /** Whether nobody waits for the answer any more. */
  readonly isOver: () => boolean;
}

/** Finds a text in all lines of a patch file, those of the context included, piece by piece. */
export const searchDiff = async (
  patch: FileHandle,
  { patches, query, isOver }: SearchOptions,
): Promise<DiffHits> => {
  const hits: DiffHit[] = [];
  let total = 0;
  const onHit = (hit: DiffHit) => {
    total += 1;
    if (hits.length < maxHits) hits.push(hit);
  };
  const piece = new Piece(patch);
  for (const [id, { offset, bytes }] of patches) {
    const search = new FileSearch(id, query, onHit);
    const decoder = new StringDecoder('utf8');
    const end = offset + bytes;
    for (let at = offset; at < end;) {
      const read = piece.at(at, end) ?? (await piece.load(at, end));
      if (read.length === 0 || isOver()) return { hits, total };
      search.take(decoder.write(read));
      at += read.length;
    }
    search.end(decoder.end());
  }
  return { hits, total };
};

/** The part of a file that is in memory: most files of a diff are small, and many stand in one piece. */
class Piece {
  readonly #file: FileHandle;
  readonly #buffer = Buffer.allocUnsafe(pieceBytes);
  #start = 0;
  #length = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** What is in memory from `start` on, up to `end`; undefined where nothing is. */
  at(start: number, end: number): Buffer | undefined {
    if (start < this.#start || start >= this.#start + this.#length) return undefined;
    return this.#buffer.subarray(
      start - this.#start,
      Math.min(end, this.#start + this.#length) - this.#start,
    );
  }

  /** Reads on from `start`; nothing where the file ends before. */
  async load(start: number, end: number): Promise<Buffer> {
    const { bytesRead } = await this.#file.read(this.#buffer, 0, pieceBytes, start);
    this.#start = start;
    this.#length = bytesRead;
    return this.at(start, end) ?? Buffer.alloc(0);
  }
}

/** A longer part of a line is searched before the rest of it is there. */
const lineChars = 64 * 1024;

/** Reads one file's patch and counts its lines. */
class FileSearch {
  readonly #id: string;
  readonly #query: string;
  readonly #isSensitive: boolean;
  readonly #onHit: (hit: DiffHit) => void;
  #rest = '';
  /** The first character of a line of which a part was searched already, and how much of it that was. */
  #mark: number | undefined;
  #searched = 0;
  #oldLine = 0;
  #newLine = 0;
  /** Lines of the hunk that are still to come, by its header: what follows may look like a line of it. */
  #oldLeft = 0;
  #newLeft = 0;

  constructor(id: string, query: string, onHit: (hit: DiffHit) => void) {
    this.#id = id;
    this.#isSensitive = isCaseSensitive(query);
    this.#query = searchable(query, this.#isSensitive);
    this.#onHit = onHit;
  }

  take(piece: string): void {
    // Only what is new can end a line.
    const end = piece.lastIndexOf('\n') + 1;
    if (end > 0) {
      this.#lines(this.#rest + piece.slice(0, end));
      this.#rest = piece.slice(end);
    } else this.#rest += piece;
    if (this.#rest.length > lineChars) this.#partOfLine();
  }

  end(last: string): void {
    if (this.#rest + last !== '' || this.#mark !== undefined) this.#lines(`${this.#rest}${last}\n`);
  }

  #lines(text: string): void {
    const compared = searchable(text, this.#isSensitive);
    let hit = compared.indexOf(this.#query);
    for (let start = 0; start < text.length;) {
      const end = text.indexOf('\n', start);
      // Of a line that goes on there is no mark any more.
      const mark = this.#mark ?? text.charCodeAt(start);
      const first = this.#mark === undefined ? start + 1 : start;
      if (this.#isInHunk) {
        while (hit >= 0 && hit < first) hit = compared.indexOf(this.#query, hit + 1);
        for (; hit >= 0 && hit < end; hit = compared.indexOf(this.#query, hit + this.#query.length))
          this.#tell(mark, this.#searched + hit - first);
        this.#count(mark);
      } else if (this.#mark === undefined) this.#header(text, start, end);
      this.#mark = undefined;
      this.#searched = 0;
      start = end + 1;
    }
  }

  /** Searches the line that has begun as far as a hit cannot go on into what is still to come. */
  #partOfLine(): void {
    const text = this.#rest;
    const mark = this.#mark ?? text.charCodeAt(0);
    const first = this.#mark === undefined ? 1 : 0;
    let from = Math.max(first, text.length - this.#query.length + 1);
    if (this.#isInHunk) {
      const compared = searchable(text, this.#isSensitive);
      let hit = compared.indexOf(this.#query, first);
      for (; hit >= 0; hit = compared.indexOf(this.#query, hit + this.#query.length)) {
        this.#tell(mark, this.#searched + hit - first);
        from = Math.max(from, hit + this.#query.length);
      }
    } else if (this.#mark === undefined) this.#header(text, 0, text.length);
    this.#mark = mark;
    this.#searched += from - first;
    this.#rest = text.slice(from);
  }

  get #isInHunk(): boolean {
    return this.#oldLeft > 0 || this.#newLeft > 0;
  }

  #tell(mark: number, at: number): void {
    if (mark === backslash) return;
    const side = mark === minus ? 'old' : 'new';
    const line = side === 'old' ? this.#oldLine : this.#newLine;
    this.#onHit([this.#id, side, line, at, at + this.#query.length]);
  }

  #count(mark: number): void {
    // A context line without its space: some editors strip it.
    const isContext = mark === space || mark === newline || mark === 13;
    if (mark === minus || isContext) {
      this.#oldLine += 1;
      this.#oldLeft -= 1;
    }
    if (mark === plus || isContext) {
      this.#newLine += 1;
      this.#newLeft -= 1;
    }
  }

  #header(text: string, start: number, end: number): void {
    if (!text.startsWith('@@ ', start)) return;
    const match = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/u.exec(
      text.slice(start, Math.min(end, start + 100)),
    );
    if (match === null) return;
    this.#oldLine = Number(match[1]);
    this.#oldLeft = Number(match[2] ?? 1);
    this.#newLine = Number(match[3]);
    this.#newLeft = Number(match[4] ?? 1);
  }
}
