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

/** Byte range of a line in the patch, including its line feed. */
interface Place {
  readonly offset: number;
  readonly end: number;
}

/** A line of a patch, or the start of a long one: bytes as Latin-1, without the line feed. */
export interface PatchLine extends Place {
  readonly text: string;
}

/** A file of a patch, from its header. Names are bytes as Latin-1. */
export interface PatchFile {
  readonly offset: number;
  end: number;
  /** The text after `diff --git `; undefined if the patch has no such lines. */
  readonly git?: string | undefined;
  /** From `---` and `+++`. */
  oldName?: string | undefined;
  newName?: string | undefined;
  readonly extended: ExtendedHeader;
  isBinary: boolean;
  hasHunks: boolean;
}

/** Callbacks for the parts of a patch, each called when the part ends: a file's hunks before the file. */
interface PatchParts {
  readonly onHunk: (hunk: OpenHunk, header: Place) => void;
  readonly onFile: (file: PatchFile) => void;
}

type FileStart = Omit<PatchFile, 'extended' | 'isBinary' | 'hasHunks'>;

/** A `--- NAME`, which starts a file if `+++ NAME` follows directly. */
interface Candidate {
  readonly offset: number;
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
  #hunkHeader: Place = { offset: 0, end: 0 };
  /** Whether the lines of a binary patch may follow. */
  #isBinaryData = false;
  #candidate: Candidate | undefined;
  #lineNumber = 0;

  constructor(parts: PatchParts) {
    this.#parts = parts;
  }

  /** @throws GalleyError `invalid_patch` */
  take(line: PatchLine): void {
    this.#lineNumber += 1;
    if (this.#takeHunkLine(line)) return;
    const text = withoutReturn(line.text);
    const candidate = this.#candidate;
    this.#candidate = undefined;
    const git = readGitNames(text);
    const sideName = readSideName(text);
    if (git !== undefined) this.#openFile({ offset: line.offset, end: line.end, git });
    else if (opensCombinedFile(text)) throw combinedError(this.#lineNumber);
    else if (sideName !== undefined) this.#takeName(line, sideName, candidate);
    else if (opensHunk(text) && this.#file !== undefined) this.#openHunk(this.#file, line, text);
    else this.#takeOther(line, text);
  }

  /** Ends the patch. */
  end(): void {
    this.#closeFile();
  }

  /** Adds a line to the hunk; false if there is none, or it has ended before this line. */
  #takeHunkLine({ text, offset, end }: PatchLine): boolean {
    const [file, hunk, candidate] = [this.#file, this.#hunk, this.#candidate];
    if (file === undefined || hunk === undefined) return false;
    const wasDue = isDue(hunk);
    const sideName = readSideName(withoutReturn(text));
    const before = sideName?.side === 'old' ? { ...hunk } : undefined;
    if (takeLine(hunk, text) === undefined) {
      if (wasDue && opensHunk(text)) this.#takeBackFile();
      return false;
    }
    file.end = end;
    this.#candidate = undefined;
    if (sideName === undefined) return true;
    const { name } = sideName;
    if (before !== undefined) this.#candidate = { offset, oldName: name, before };
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
    const { offset, oldName, before, added } = candidate;
    this.#hunk = before;
    if (this.#file !== undefined) this.#file.end = offset;
    this.#openFile({ offset, oldName, ...added });
  }

  #openFile({ offset, end, git, oldName, newName }: FileStart): void {
    this.#closeFile();
    const extended: ExtendedHeader = {};
    this.#file = { offset, end, git, oldName, newName, extended, isBinary: false, hasHunks: false };
  }

  #takeName({ offset, end }: PatchLine, { side, name }: SideName, candidate?: Candidate): void {
    const isInHeader = this.#hunk === undefined && !this.#isBinaryData;
    const file = isInHeader ? this.#file : undefined;
    if (side === 'new' && candidate !== undefined)
      this.#openFile({ offset: candidate.offset, end, oldName: candidate.oldName, newName: name });
    else if (side === 'new' && file?.oldName !== undefined) {
      file.newName ??= name;
      file.end = end;
    } else if (side === 'old' && file?.git !== undefined && file.oldName === undefined) {
      file.oldName = name;
      file.end = end;
    } else if (side === 'old') this.#candidate = { offset, oldName: name };
  }

  #openHunk(file: PatchFile, { offset, end }: PatchLine, text: string): void {
    const header = readHunkHeader(text);
    if (header === undefined)
      throw new GalleyError(
        'invalid_patch',
        `Line ${this.#lineNumber} of the patch is not a hunk header such as "@@ -1,3 +1,4 @@". Create the patch again, for example with git diff.`,
      );
    this.#closeHunk();
    this.#isBinaryData = false;
    this.#hunk = openHunk(header);
    this.#hunkHeader = { offset, end };
    file.end = end;
  }

  #takeOther(line: PatchLine, text: string): void {
    const file = this.#file;
    if (file === undefined || this.#hunk !== undefined || !this.#takeHeader(file, text)) {
      this.#closeFile();
      return;
    }
    file.end = line.end;
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
    this.#parts.onHunk(hunk, this.#hunkHeader);
  }

  #closeFile(): void {
    this.#closeHunk();
    const file = this.#file;
    this.#file = undefined;
    this.#isBinaryData = false;
    // Prose may look like `---` and `+++`: without git's header, only hunks make a file.
    if (file !== undefined && (file.git !== undefined || file.hasHunks)) this.#parts.onFile(file);
  }
}

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

const combinedError = (lineNumber: number): GalleyError =>
  new GalleyError(
    'invalid_patch',
    `Line ${lineNumber} begins a combined diff of a merge, which has more than two sides. Create the patch with git diff between two commits.`,
  );
