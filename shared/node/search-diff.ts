import type { FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import {
  countLine,
  isDue,
  lineKind,
  openHunk,
  readHunkHeader,
  type LineKind,
  type OpenHunk,
} from '../patch/hunk-lines.ts';
import { isCaseSensitive, searchable } from '../search-text.ts';
import type { DiffHit, DiffHits } from '../session/content.ts';

/** Byte range of a file's patch in the patch file. */
export interface PatchRange {
  readonly offset: number;
  readonly bytes: number;
}

/** Hits to return; further ones are only counted. */
const maxHits = 5000;
/** Bytes in memory at once: small, so that buffers die young. */
const pieceBytes = 32 * 1024;

interface SearchOptions {
  /** By file id. */
  readonly patches: ReadonlyMap<string, PatchRange>;
  readonly query: string;
  /** Whether the search was abandoned. */
  readonly isOver: () => boolean;
}

/** Searches all lines of a patch file, including context, piece by piece. */
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

/** The part of the patch in memory: most files are small, and many fit in one piece. */
class Piece {
  readonly #file: FileHandle;
  readonly #buffer = Buffer.allocUnsafe(pieceBytes);
  #start = 0;
  #length = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** The loaded bytes from `start` up to `end`; undefined if none are. */
  at(start: number, end: number): Buffer | undefined {
    if (start < this.#start || start >= this.#start + this.#length) return undefined;
    return this.#buffer.subarray(
      start - this.#start,
      Math.min(end, this.#start + this.#length) - this.#start,
    );
  }

  /** Loads from `start`; empty at the end of the file. */
  async load(start: number, end: number): Promise<Buffer> {
    const { bytesRead } = await this.#file.read(this.#buffer, 0, pieceBytes, start);
    this.#start = start;
    this.#length = bytesRead;
    return this.at(start, end) ?? Buffer.alloc(0);
  }
}

/** Enough for a hunk header's numbers. */
const longestHeader = 100;
/** Longer lines are searched in parts. */
const lineChars = 64 * 1024;

/** Reads one file's patch and counts its lines. */
class FileSearch {
  readonly #id: string;
  readonly #query: string;
  readonly #isSensitive: boolean;
  readonly #onHit: (hit: DiffHit) => void;
  #rest = '';
  /** The kind of a line that was partly searched, and how much of it was. */
  #begun: LineKind | undefined;
  #searched = 0;
  #hunk: OpenHunk | undefined;

  constructor(id: string, query: string, onHit: (hit: DiffHit) => void) {
    this.#id = id;
    this.#isSensitive = isCaseSensitive(query);
    this.#query = searchable(query, this.#isSensitive);
    this.#onHit = onHit;
  }

  take(piece: string): void {
    // Only new data can end a line.
    const end = piece.lastIndexOf('\n') + 1;
    if (end > 0) {
      this.#lines(this.#rest + piece.slice(0, end));
      this.#rest = piece.slice(end);
    } else this.#rest += piece;
    if (this.#rest.length > lineChars) this.#partOfLine();
  }

  end(last: string): void {
    if (this.#rest + last !== '' || this.#begun !== undefined)
      this.#lines(`${this.#rest}${last}\n`);
  }

  #lines(text: string): void {
    const compared = searchable(text, this.#isSensitive);
    let hit = compared.indexOf(this.#query);
    for (let start = 0; start < text.length;) {
      const end = text.indexOf('\n', start);
      // The first character of a continued line is gone.
      const kind = this.#begun ?? kindAt(text, start);
      const first = this.#begun === undefined ? start + 1 : start;
      const hunk = this.#dueHunk;
      if (hunk !== undefined) {
        while (hit >= 0 && hit < first) hit = compared.indexOf(this.#query, hit + 1);
        for (; hit >= 0 && hit < end; hit = compared.indexOf(this.#query, hit + this.#query.length))
          this.#tell(hunk, kind, this.#searched + hit - first);
        countLine(hunk, kind);
      } else if (this.#begun === undefined) this.#header(text, start, end);
      this.#begun = undefined;
      this.#searched = 0;
      start = end + 1;
    }
  }

  /** Searches a partial line, except the end, where a hit could continue. */
  #partOfLine(): void {
    const text = this.#rest;
    const kind = this.#begun ?? kindAt(text, 0);
    const first = this.#begun === undefined ? 1 : 0;
    let from = Math.max(first, text.length - this.#query.length + 1);
    const hunk = this.#dueHunk;
    if (hunk !== undefined) {
      const compared = searchable(text, this.#isSensitive);
      let hit = compared.indexOf(this.#query, first);
      for (; hit >= 0; hit = compared.indexOf(this.#query, hit + this.#query.length)) {
        this.#tell(hunk, kind, this.#searched + hit - first);
        from = Math.max(from, hit + this.#query.length);
      }
    } else if (this.#begun === undefined) this.#header(text, 0, text.length);
    this.#begun = kind;
    this.#searched += from - first;
    this.#rest = text.slice(from);
  }

  /** Text after the announced lines may look like a line of the hunk. */
  get #dueHunk(): OpenHunk | undefined {
    return this.#hunk !== undefined && isDue(this.#hunk) ? this.#hunk : undefined;
  }

  #tell(hunk: OpenHunk, kind: LineKind, at: number): void {
    if (kind === 'note') return;
    const side = kind === 'deleted' ? 'old' : 'new';
    const { header, oldSeen, newSeen } = hunk;
    const line = side === 'old' ? header.oldStart + oldSeen : header.newStart + newSeen;
    this.#onHit([this.#id, side, line, at, at + this.#query.length]);
  }

  #header(text: string, start: number, end: number): void {
    const header = readHunkHeader(text.slice(start, Math.min(end, start + longestHeader)));
    if (header !== undefined) this.#hunk = openHunk(header);
  }
}

/** The kind of a line; lines outside of hunks are not searched, like notes. */
const kindAt = (text: string, start: number): LineKind => lineKind(text, start) ?? 'note';
