import { GalleyError } from '../errors.ts';
import {
  isBinaryData,
  opensCombinedFile,
  readBinary,
  readGitNames,
  readSideName,
  takeExtended,
  type ExtendedHeader,
  type SideName,
} from './file-header.ts';
import {
  isDue,
  openHunk,
  opensHunk,
  readHunkHeader,
  takeLine,
  type OpenHunk,
} from './hunk-lines.ts';
import type { HeaderPlace, PatchFile, PatchLine, PatchParts } from './patch-parts.ts';
import { nextOutside, type Outside } from './outside-lines.ts';

interface FileStart extends Omit<PatchFile, 'extended' | 'isBinary' | 'hasHunks'> {
  /** 1-based. */
  readonly line: number;
}

/** A `--- NAME`, which starts a file if `+++ NAME` follows directly. */
interface Candidate {
  readonly offset: number;
  readonly line: number;
  readonly oldName: string;
  /** The hunk before it, if it was taken for a deletion. */
  readonly before?: OpenHunk;
  /** The `+++ NAME` after it, if that was taken for an addition. */
  readonly added?: { readonly newName: string; readonly end: number };
}

/**
 * Reads a unified diff line by line, git's or another's, possibly surrounded by mail or prose. Lines of a hunk are
 * counted, so that content which looks like a header is not mistaken for one. If a header's counts are wrong, the hunk
 * ends where its lines end, so that a wrong count can hide nothing.
 */
export class PatchReader {
  readonly #parts: PatchParts;
  #file: PatchFile | undefined;
  #hunk: OpenHunk | undefined;
  #hunkHeader: HeaderPlace = { offset: 0, end: 0, line: 0 };
  /** Whether the lines of a binary patch may follow. */
  #isBinaryData = false;
  #candidate: Candidate | undefined;
  #outside: Outside = 'text';
  #lineNumber = 0;
  /** Of the current file. */
  #firstLine = 0;
  #lastLine = 0;

  constructor(parts: PatchParts) {
    this.#parts = parts;
  }

  /** @throws GalleyError `invalid_patch` */
  take(line: PatchLine): void {
    this.#lineNumber += 1;
    if (this.#takeHunkLine(line)) return;
    const text = withoutReturn(line.text);
    const sideName = readSideName(text);
    const candidate = sideName?.side === 'new' ? this.#candidate : this.#dropCandidate();
    this.#candidate = undefined;
    const git = readGitNames(text);
    const isOpen = this.#file !== undefined && !this.#isBinaryData;
    if (git !== undefined)
      this.#openFile({ offset: line.offset, end: line.end, line: this.#lineNumber, git });
    else if (opensCombinedFile(text)) throw combinedError(this.#lineNumber);
    else if (sideName !== undefined) this.#takeName(line, sideName, candidate);
    else if (opensHunk(text) && isOpen) this.#openHunk(line, text);
    else this.#takeOther(line, text);
  }

  /** Ends the patch. */
  end(): void {
    this.#dropCandidate();
    this.#closeFile();
  }

  /** A `--- NAME` outside of hunks without a `+++ NAME` after it belongs to no file. */
  #dropCandidate(): undefined {
    const candidate = this.#candidate;
    this.#candidate = undefined;
    if (candidate === undefined || candidate.before !== undefined) return;
    this.#closeFile();
    this.#takeOutside(`--- ${candidate.oldName}`, candidate.line);
  }

  /** Adds a line to the hunk; false if there is none, or it has ended before this line. */
  #takeHunkLine({ text, offset, end }: PatchLine): boolean {
    const [file, hunk, candidate] = [this.#file, this.#hunk, this.#candidate];
    if (file === undefined || hunk === undefined) return false;
    const wasDue = isDue(hunk);
    const sideName = readSideName(withoutReturn(text));
    const before = sideName?.side === 'old' ? { ...hunk } : undefined;
    const kind = takeLine(hunk, text);
    if (kind === undefined) {
      if (wasDue && opensHunk(text)) this.#takeBackFile();
      return false;
    }
    if (wasDue || kind === 'note') this.#parts.onHunkLine?.(text, kind);
    this.#extend(file, end);
    this.#candidate = undefined;
    if (sideName === undefined) return true;
    const { name } = sideName;
    const line = this.#lineNumber;
    if (before !== undefined) this.#candidate = { offset, line, oldName: name, before };
    else if (candidate?.before !== undefined) {
      // After a complete hunk they start a file. If more lines are due, the next line tells.
      this.#candidate = { ...candidate, added: { newName: name, end } };
      if (!isDue(candidate.before)) this.#takeBackFile();
    }
    return true;
  }

  /** The last two lines were not content but the start of a file. */
  #takeBackFile(): void {
    const candidate = this.#candidate;
    this.#candidate = undefined;
    if (candidate?.before === undefined || candidate.added === undefined) return;
    const { offset, line, oldName, before, added } = candidate;
    this.#hunk = before;
    if (this.#file !== undefined) this.#file.end = offset;
    this.#openFile({ offset, line, oldName, ...added });
    this.#lastLine = line + 1;
  }

  #openFile({ offset, end, line, git, oldName, newName }: FileStart): void {
    this.#closeFile();
    this.#outside = 'file';
    this.#firstLine = line;
    this.#lastLine = this.#lineNumber;
    const extended: ExtendedHeader = {};
    this.#file = { offset, end, git, oldName, newName, extended, isBinary: false, hasHunks: false };
  }

  #extend(file: PatchFile, end: number): void {
    file.end = end;
    this.#lastLine = this.#lineNumber;
  }

  #takeName(line: PatchLine, { side, name }: SideName, candidate?: Candidate): void {
    const { offset, end } = line;
    const isInHeader = this.#hunk === undefined && !this.#isBinaryData;
    const file = isInHeader ? this.#file : undefined;
    if (side === 'new' && candidate !== undefined)
      this.#openFile({ ...candidate, end, newName: name });
    else if (side === 'new' && file?.oldName !== undefined && file.newName === undefined) {
      file.newName = name;
      this.#extend(file, end);
    } else if (side === 'old' && file?.git !== undefined && file.oldName === undefined) {
      file.oldName = name;
      this.#extend(file, end);
    } else if (side === 'old') this.#candidate = { offset, line: this.#lineNumber, oldName: name };
    else this.#takeOther(line, line.text);
  }

  #openHunk({ offset, end }: PatchLine, text: string): void {
    const header = readHunkHeader(text);
    if (header === undefined)
      throw new GalleyError(
        'invalid_patch',
        `Line ${this.#lineNumber} of the patch is not a hunk header such as "@@ -1,3 +1,4 @@". Create the patch again, for example with git diff.`,
      );
    this.#closeHunk();
    this.#hunk = openHunk(header);
    this.#hunkHeader = { offset, end, line: this.#lineNumber };
    if (this.#file === undefined) return;
    // A note must not hide the hunks below it.
    this.#file.isBinary = false;
    this.#extend(this.#file, end);
    this.#parts.onHunkStart?.(this.#hunk, this.#file);
  }

  #takeOther(line: PatchLine, text: string): void {
    const file = this.#file;
    if (file === undefined || this.#hunk !== undefined || !this.#takeHeader(file, text)) {
      this.#closeFile();
      this.#takeOutside(text, this.#lineNumber);
      return;
    }
    this.#extend(file, line.end);
  }

  #takeOutside(text: string, line: number): void {
    this.#outside = nextOutside(this.#outside, text);
    if (this.#outside === 'unknown') this.#parts.onUnknown(line, line);
  }

  /** Reads a line between a file's names and its hunks; false if it does not belong there. */
  #takeHeader(file: PatchFile, text: string): boolean {
    if (this.#isBinaryData) return isBinaryData(text);
    const binary = readBinary(text);
    if (binary !== undefined) {
      file.isBinary = true;
      this.#isBinaryData = binary === 'data';
      return true;
    }
    return takeExtended(file.extended, text);
  }

  #closeHunk(): void {
    const [file, hunk] = [this.#file, this.#hunk];
    this.#hunk = undefined;
    if (file === undefined || hunk === undefined) return;
    file.hasHunks = true;
    // What looks like a commit message behind a hunk that is not complete may be more of the hunk.
    if (isDue(hunk)) this.#outside = 'unknown';
    this.#parts.onHunk(hunk, this.#hunkHeader);
  }

  #closeFile(): void {
    this.#closeHunk();
    const file = this.#file;
    this.#file = undefined;
    this.#isBinaryData = false;
    // Prose may look like `---` and `+++`: without git's header, only hunks make a file.
    if (file === undefined) return;
    if (file.git !== undefined || file.hasHunks) this.#parts.onFile(file);
    else {
      this.#outside = 'unknown';
      this.#parts.onUnknown(this.#firstLine, this.#lastLine);
    }
  }
}

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

const combinedError = (lineNumber: number): GalleyError =>
  new GalleyError(
    'invalid_patch',
    `Line ${lineNumber} begins a combined diff of a merge, which has more than two sides. Create the patch with git diff between two commits.`,
  );
