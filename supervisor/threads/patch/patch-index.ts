import { GalleyError } from '../../../shared/errors.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { FileBuilder, openHunk, type OpenHunk } from './file-builder.ts';
import { LineScanner, type PatchLine } from './line-scanner.ts';
import { readPath } from './patch-path.ts';

/** A line of the patch to be replaced, since it says what is not so. */
export interface Correction {
  readonly offset: number;
  readonly end: number;
  readonly line: Buffer;
}

export interface IndexedPatch {
  readonly files: ChangedFile[];
  /** In the order of the patch. */
  readonly corrections: Correction[];
  readonly hasOnlySpace: boolean;
}

/** A `--- PATH` that begins a file if `+++ PATH` follows at once. */
interface Candidate {
  readonly offset: number;
  readonly oldName: string;
  /** In a hunk, which took it for a deletion: what had come before. */
  readonly before?: OpenHunk;
  /** The `+++ PATH` behind it, where a hunk took that for an addition. */
  readonly added?: { readonly newName: string; readonly end: number };
}

type State = 'outside' | 'header' | 'hunk' | 'binary';

/**
 * Finds the files and hunks of a patch as its bytes come by, git's or any other unified diff's, with mail or prose
 * around it. Lines of a hunk are counted, so that content which looks like a header is not mistaken for one. Where a
 * header's counts are not so, the hunk ends where its lines end, and a correction says what the header should be:
 * nothing that stands in a patch is hidden by a count.
 */
export class PatchIndex {
  readonly #scanner = new LineScanner((line) => this.#take(line));
  readonly #files: ChangedFile[] = [];
  readonly #corrections: Correction[] = [];
  #state: State = 'outside';
  #file: FileBuilder | undefined;
  #hunk: OpenHunk | undefined;
  #candidate: Candidate | undefined;
  #lineNumber = 0;
  #hasOnlySpace = true;

  /** @throws GalleyError `invalid_patch` */
  write(part: Buffer): void {
    this.#scanner.write(part);
  }

  /** @throws GalleyError `invalid_patch` */
  finish(): IndexedPatch {
    this.#scanner.end();
    this.#closeFile();
    return {
      files: this.#files,
      corrections: this.#corrections,
      hasOnlySpace: this.#hasOnlySpace,
    };
  }

  #take(line: PatchLine): void {
    this.#lineNumber += 1;
    this.#hasOnlySpace &&= line.head.length < 100 && line.head.toString('latin1').trim() === '';
    if (this.#state === 'hunk' && this.#takeHunkLine(line)) return;
    const text = line.head.toString('latin1').replace(/\r$/u, '');
    const candidate = this.#candidate;
    this.#candidate = undefined;
    if (text.startsWith('diff --git ')) this.#openFile(line, text.slice('diff --git '.length));
    else if (/^diff --(?:cc|combined) /u.test(text)) throw combinedError(this.#lineNumber);
    else if (text.startsWith('--- ')) this.#takeOldName(line, readPath(text.slice(4)));
    else if (text.startsWith('+++ ')) this.#takeNewName(line, readPath(text.slice(4)), candidate);
    else if (text.startsWith('@@') && this.#file !== undefined) this.#openHunk(line, text);
    else this.#takeOther(line, text);
  }

  /** Takes a line into the hunk; false where the hunk has ended before it. */
  #takeHunkLine(line: PatchLine): boolean {
    const [file, hunk] = [this.#file, this.#hunk];
    if (file === undefined || hunk === undefined) return false;
    const { head } = line;
    const isDue = hasMore(hunk);
    const isEmpty = head.length === 0 || (head.length === 1 && head[0] === 13);
    const sign = isEmpty && isDue ? ' ' : String.fromCharCode(head[0] ?? 0);
    if (!' +-\\'.includes(sign) || (!isDue && isSignature(head))) {
      if (isDue && sign === '@') this.#takeBackFile();
      return false;
    }
    if (this.#beginsFile(line)) return true;
    count(hunk, sign);
    file.end = line.end;
    return true;
  }

  /**
   * Whether a line that a hunk could take is the `+++` of the next file. Behind a hunk that is complete it is; where
   * more lines are due that shows only with the next line, so both lines are kept in mind.
   */
  #beginsFile({ head, offset, end }: PatchLine): boolean {
    const candidate = this.#candidate;
    const hunk = this.#hunk;
    this.#candidate = undefined;
    const start = head.toString('latin1', 0, 4);
    if (hunk === undefined || (start !== '--- ' && start !== '+++ ')) return false;
    const name = readPath(head.toString('latin1', 4).replace(/\r$/u, ''));
    if (start === '--- ') this.#candidate = { offset, oldName: name, before: { ...hunk } };
    else if (candidate?.before !== undefined) {
      this.#candidate = { ...candidate, added: { newName: name, end } };
      if (hasMore(candidate.before)) return false;
      this.#takeBackFile();
      return true;
    }
    return false;
  }

  /** The last two lines were no content: they began a file. */
  #takeBackFile(): void {
    const candidate = this.#candidate;
    this.#candidate = undefined;
    if (candidate?.before === undefined || candidate.added === undefined) return;
    this.#hunk = candidate.before;
    if (this.#file !== undefined) this.#file.end = candidate.offset;
    this.#openPlainFile(candidate, candidate.added);
  }

  #openPlainFile(
    { offset, oldName }: Candidate,
    { newName, end }: { readonly newName: string; readonly end: number },
  ): void {
    const file = this.#openFile({ offset, end });
    file.oldName = oldName;
    file.newName = newName;
  }

  #openFile({ offset, end }: { offset: number; end: number }, gitLine?: string): FileBuilder {
    this.#closeFile();
    const file = new FileBuilder({ offset, end, ...(gitLine === undefined ? {} : { gitLine }) });
    this.#file = file;
    this.#state = 'header';
    return file;
  }

  #takeOldName(line: PatchLine, name: string): void {
    const file = this.#file;
    if (this.#state === 'header' && file?.isGit === true && file.oldName === undefined) {
      file.oldName = name;
      file.end = line.end;
      return;
    }
    this.#candidate = { offset: line.offset, oldName: name };
  }

  #takeNewName(line: PatchLine, name: string, candidate: Candidate | undefined): void {
    const file = this.#file;
    if (candidate !== undefined) {
      this.#openPlainFile(candidate, { newName: name, end: line.end });
    } else if (this.#state === 'header' && file?.oldName !== undefined) {
      file.newName ??= name;
      file.end = line.end;
    }
  }

  #openHunk(line: PatchLine, text: string): void {
    const hunk = openHunk(text, line);
    if (hunk === undefined)
      throw new GalleyError(
        'invalid_patch',
        `Line ${this.#lineNumber} of the patch is not a hunk header such as "@@ -1,3 +1,4 @@". Make the patch anew, for example with git diff.`,
      );
    this.#closeHunk();
    this.#hunk = hunk;
    this.#state = 'hunk';
    if (this.#file !== undefined) this.#file.end = line.end;
  }

  #takeOther(line: PatchLine, text: string): void {
    const file = this.#file;
    const isBinaryNote = /^Binary files .* differ$/u.test(text);
    if (file === undefined || this.#state === 'hunk') {
      this.#closeFile();
      return;
    }
    if (this.#state === 'header' && (isBinaryNote || text === 'GIT binary patch')) {
      file.isBinary = true;
      if (!isBinaryNote) this.#state = 'binary';
    } else if (!(this.#state === 'binary' ? isBinaryData(text) : file.takeExtended(text))) {
      this.#closeFile();
      return;
    }
    file.end = line.end;
  }

  #closeHunk(): void {
    const [file, hunk] = [this.#file, this.#hunk];
    this.#hunk = undefined;
    if (file === undefined || hunk === undefined) return;
    file.takeHunk(hunk);
    if (hunk.oldSeen === hunk.oldLines && hunk.newSeen === hunk.newLines) return;
    this.#corrections.push({ offset: hunk.offset, end: hunk.end, line: headerOf(hunk) });
  }

  #closeFile(): void {
    this.#closeHunk();
    const file = this.#file;
    this.#file = undefined;
    this.#state = 'outside';
    if (file?.isChange === true) this.#files.push(file.build(String(this.#files.length)));
  }
}

/** Lines of a binary patch hold no spaces, but for the two that say how long it is. */
const isBinaryData = (text: string): boolean =>
  !text.includes(' ') || /^(?:literal|delta) \d+$/u.test(text);

/** Whether the header of the hunk promises more lines. */
const hasMore = ({ oldSeen, oldLines, newSeen, newLines }: OpenHunk): boolean =>
  oldSeen < oldLines || newSeen < newLines;

/** The line that ends a mail begins like a deletion. */
const isSignature = (head: Buffer): boolean => /^--(?: ?\r?)$/u.test(head.toString('latin1', 0, 5));

const count = (hunk: OpenHunk, sign: string): void => {
  if (sign === ' ' || sign === '-') hunk.oldSeen += 1;
  if (sign === ' ' || sign === '+') hunk.newSeen += 1;
  if (sign === '-') hunk.deletions += 1;
  if (sign === '+') hunk.additions += 1;
};

/** The header as it should be; nothing for a hunk without lines. */
const headerOf = (hunk: OpenHunk): Buffer => {
  if (hunk.oldSeen + hunk.newSeen === 0) return Buffer.alloc(0);
  const numbers = `-${hunk.oldStart},${hunk.oldSeen} +${hunk.newStart},${hunk.newSeen}`;
  return Buffer.from(`@@ ${numbers} @@${hunk.heading}\n`, 'latin1');
};

const combinedError = (lineNumber: number): GalleyError =>
  new GalleyError(
    'invalid_patch',
    `Line ${lineNumber} begins a combined diff of a merge, which has more than two sides. Make the patch with git diff between two commits.`,
  );
