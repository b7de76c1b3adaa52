import { pathText } from '../../../shared/node/path-name.ts';
import type { ChangedFile, Hunk } from '../../../shared/placement/manifest.ts';
import { readGitPath, readPath, stripPrefixes } from './patch-path.ts';

/** A hunk that is being read: what its header says, and what came. */
export interface OpenHunk {
  readonly offset: number;
  readonly end: number;
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** What stands behind the numbers of the header, as latin1. */
  readonly heading: string;
  oldSeen: number;
  newSeen: number;
  additions: number;
  deletions: number;
}

const headerPattern = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@([^]*)$/u;

/** The hunk that a header line opens; undefined where it is no such line. */
export const openHunk = (
  text: string,
  { offset, end }: { offset: number; end: number },
): OpenHunk | undefined => {
  const found = headerPattern.exec(text);
  if (found === null) return undefined;
  const [, oldStart, oldLines = '1', newStart, newLines = '1', heading = ''] = found;
  return {
    offset,
    end,
    oldStart: Number(oldStart),
    oldLines: Number(oldLines),
    newStart: Number(newStart),
    newLines: Number(newLines),
    heading,
    oldSeen: 0,
    newSeen: 0,
    additions: 0,
    deletions: 0,
  };
};

/** Gathers one changed file of a patch. */
export class FileBuilder {
  readonly offset: number;
  /** Behind `diff --git `; undefined in a patch without such lines. */
  readonly #gitLine: string | undefined;
  end: number;
  /** Paths as Latin-1, like those below. */
  oldName: string | undefined;
  newName: string | undefined;
  isBinary = false;
  readonly hunks: Hunk[] = [];
  #status: ChangedFile['status'] = 'modified';
  #movedFrom: string | undefined;
  #movedTo: string | undefined;
  #oldMode: string | undefined;
  #newMode: string | undefined;
  /** Of both sides, where it did not change. */
  #mode: string | undefined;
  #similarity: number | undefined;
  #oldBlob: string | undefined;
  #newBlob: string | undefined;
  #hasHunks = false;
  #additions = 0;
  #deletions = 0;

  constructor({ offset, end, gitLine }: { offset: number; end: number; gitLine?: string }) {
    this.offset = offset;
    this.end = end;
    this.#gitLine = gitLine;
  }

  get isGit(): boolean {
    return this.#gitLine !== undefined;
  }

  /** Two lines of prose may look like `---` and `+++`: without git's header, only hunks make a change. */
  get isChange(): boolean {
    return this.isGit || this.#hasHunks;
  }

  /** Takes a line of git's extended header; false where it is none. The text is latin1. */
  takeExtended(text: string): boolean {
    const found =
      /^(old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index) (.*)$/u.exec(
        text,
      );
    if (found === null) return false;
    const [, key, value = ''] = found;
    switch (key) {
      case 'old mode':
        this.#oldMode = value;
        break;
      case 'new mode':
        this.#newMode = value;
        break;
      case 'deleted file mode':
        this.#status = 'deleted';
        this.#oldMode = value;
        break;
      case 'new file mode':
        this.#status = 'added';
        this.#newMode = value;
        break;
      case 'copy from':
      case 'rename from':
        this.#status = key === 'copy from' ? 'copied' : 'renamed';
        this.#movedFrom = readPath(value);
        break;
      case 'copy to':
      case 'rename to':
        this.#movedTo = readPath(value);
        break;
      case 'similarity index':
        this.#similarity = percent(value);
        break;
      case 'index':
        this.#takeIndex(value);
        break;
      default:
    }
    return true;
  }

  /** `OLD..NEW`, or `OLD..NEW MODE`. */
  #takeIndex(value: string): void {
    const found = /^([0-9a-f]+)\.\.([0-9a-f]+)(?: (\d{6}))?$/u.exec(value);
    this.#oldBlob = fullId(found?.[1]);
    this.#newBlob = fullId(found?.[2]);
    this.#mode = found?.[3];
  }

  takeHunk(hunk: OpenHunk): void {
    this.#hasHunks = true;
    this.#additions += hunk.additions;
    this.#deletions += hunk.deletions;
    if (hunk.oldSeen + hunk.newSeen > 0)
      this.hunks.push([hunk.oldStart, hunk.oldSeen, hunk.newStart, hunk.newSeen]);
  }

  build(id: string): ChangedFile {
    const { old, new: next } = stripPrefixes({ old: this.oldName, new: this.newName });
    const path =
      this.#movedTo ??
      next ??
      old ??
      (this.#gitLine === undefined ? '' : readGitPath(this.#gitLine));
    const oldPath = this.#movedFrom ?? old;
    const status = this.isGit ? this.#status : this.#plainStatus();
    return {
      id,
      path: textOf(path),
      ...(oldPath === undefined || oldPath === path ? {} : { oldPath: textOf(oldPath) }),
      status,
      additions: this.#additions,
      deletions: this.#deletions,
      isBinary: this.isBinary,
      ...(this.#oldMode === undefined ? {} : { oldMode: this.#oldMode }),
      ...(this.#newMode === undefined ? {} : { newMode: this.#newMode }),
      ...this.#facts(),
      hunks: this.hunks,
      offset: this.offset,
      bytes: this.end - this.offset,
    };
  }

  #facts(): Partial<ChangedFile> {
    const kind = kinds[this.#mode ?? this.#newMode ?? this.#oldMode ?? ''];
    return {
      ...(kind === undefined ? {} : { kind }),
      ...(this.#similarity === undefined ? {} : { similarity: this.#similarity }),
      ...(this.#oldBlob === undefined ? {} : { oldBlob: this.#oldBlob }),
      ...(this.#newBlob === undefined ? {} : { newBlob: this.#newBlob }),
    };
  }

  /** A patch without git's header tells a new file by `/dev/null`, or by a side that has no line at all. */
  #plainStatus(): ChangedFile['status'] {
    const [hunk] = this.hunks;
    const isOne = this.hunks.length === 1 && hunk !== undefined;
    if (this.oldName === '/dev/null' || (isOne && hunk[0] === 0 && hunk[1] === 0)) return 'added';
    if (this.newName === '/dev/null' || (isOne && hunk[2] === 0 && hunk[3] === 0)) return 'deleted';
    return 'modified';
  }
}

const textOf = (latin1: string): string => pathText(Buffer.from(latin1, 'latin1'));

/** By git's modes. */
const kinds: Readonly<Record<string, ChangedFile['kind']>> = {
  '120000': 'symlink',
  '160000': 'submodule',
};

const percent = (value: string): number | undefined => {
  const found = /^(\d{1,3})%$/u.exec(value)?.[1];
  return found === undefined || Number(found) > 100 ? undefined : Number(found);
};

/** An id that names one object and no other; undefined for one that is cut off, and for zeros, which name none. */
const fullId = (id: string | undefined): string | undefined =>
  id !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(id) && !/^0+$/u.test(id)
    ? id
    : undefined;
