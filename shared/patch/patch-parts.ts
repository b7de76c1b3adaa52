import type { ExtendedHeader } from './file-header.ts';
import type { LineKind, OpenHunk } from './hunk-lines.ts';

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

/** Callbacks for the parts of a patch. Parts come when they end: a file's hunks before the file. */
export interface PatchParts {
  readonly onHunkStart?: (hunk: OpenHunk, file: PatchFile) => void;
  readonly onHunk: (hunk: OpenHunk, header: HeaderPlace) => void;
  readonly onFile: (file: PatchFile) => void;
  /** A line that a hunk's header announces, or a note. Later lines may tell that it was the start of another file. */
  readonly onHunkLine?: (text: string, kind: LineKind) => void;
  /** Lines that belong to no file and are not known as text around files; 1-based, ascending. */
  readonly onUnknown: (first: number, last: number) => void;
}

/** A hunk's header, and the 1-based number of its line. */
export interface HeaderPlace extends Place {
  readonly line: number;
}
