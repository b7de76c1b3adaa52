import type { ReviewComment } from '../../../../../shared/annotations/comment.ts';
import type {
  ReviewAnnotation,
  ReviewSide,
} from '../../../../../shared/annotations/review-annotation.ts';
import type { ChangedFile, Hunk } from '../../../../../shared/placement/manifest.ts';
import type { CommentTarget } from '../../../../../shared/session/editor.ts';

/** An editor in the diff. */
export interface OpenEditor {
  /** Unique among open editors, and stable. */
  readonly key: string;
  readonly target: CommentTarget;
}

/** Annotations, in order of arrival. */
export interface Annotations {
  readonly editors: readonly OpenEditor[];
  readonly comments: readonly ReviewComment[];
  readonly findings: readonly ReviewAnnotation[];
}

/** Annotations being collected. */
export type Collected = { readonly [Kind in keyof Annotations]: Annotations[Kind][number][] };

export const noAnnotations: Annotations = { editors: [], comments: [], findings: [] };

/** Everything shown below a line; `line` is 0 for the whole file. */
export interface LineThread extends Annotations {
  /** Unique within its file: `new:12`. */
  readonly key: string;
  readonly side: ReviewSide;
  readonly line: number;
}

/** Lines of one side, inclusive. */
export interface LineRange {
  readonly side: ReviewSide;
  readonly start: number;
  readonly end: number;
}

type PlacedFile = Pick<ChangedFile, 'hunks' | 'status' | 'isBinary'>;

/** The location of an annotation. */
export interface Placed {
  readonly filePath?: string;
  readonly side?: ReviewSide;
  readonly lineStart?: number;
  readonly lineEnd?: number;
}

/** Groups a file's annotations by the line they are shown below; at the file if the diff does not show their lines. */
export const foldThreads = (
  file: PlacedFile,
  annotations: Annotations,
): Map<string, LineThread> => {
  const threads = new Map<string, LineThread & Collected>();
  const at = (range: Placed): Collected => {
    const place = threadPlace(file, range);
    const key = `${place.side}:${place.line}`;
    const there = threads.get(key);
    if (there !== undefined) return there;
    const made = { key, ...place, editors: [], comments: [], findings: [] };
    threads.set(key, made);
    return made;
  };
  for (const editor of annotations.editors) at(editor.target).editors.push(editor);
  for (const comment of annotations.comments) at(comment).comments.push(comment);
  for (const finding of annotations.findings) at(finding).findings.push(finding);
  return threads;
};

const threadPlace = (
  file: PlacedFile,
  { side = 'new', lineStart, lineEnd = lineStart }: Placed,
): { side: ReviewSide; line: number } => {
  if (lineStart !== undefined && lineEnd !== undefined && !file.isBinary) {
    const line = lastShownLine(file.hunks, { side, start: lineStart, end: lineEnd });
    if (line !== undefined) return { side, line };
  }
  // The library draws file-level content on the only side of a one-sided file.
  return { side: file.status === 'deleted' ? 'old' : 'new', line: 0 };
};

/** The last line of a range that is in a hunk; undefined if none is. */
export const lastShownLine = (
  hunks: readonly Hunk[],
  { side, start, end }: LineRange,
): number | undefined => {
  let shown: number | undefined;
  for (const [oldStart, oldLines, newStart, newLines] of hunks) {
    const [first, count] = side === 'old' ? [oldStart, oldLines] : [newStart, newLines];
    if (count > 0 && start < first + count && end >= first)
      shown = Math.max(shown ?? 0, Math.min(end, first + count - 1));
  }
  return shown;
};

/** Ids of the findings that are shown unfolded, by thread key. */
export type OpenFolds = ReadonlyMap<string, ReadonlySet<string>>;

interface Shown {
  readonly threads: ReadonlyMap<string, LineThread>;
  readonly openFolds: OpenFolds;
}

export const idsOf = ({ findings }: Pick<LineThread, 'findings'>): ReadonlySet<string> =>
  new Set(findings.map(({ id }) => id));

/** Keeps a single visible finding unfolded when others join it. */
export const keepVisibleOpen = (
  { threads: before, openFolds }: Shown,
  threads: ReadonlyMap<string, LineThread>,
  isSeen: (threadKey: string) => boolean,
): OpenFolds => {
  const kept = new Map(openFolds);
  for (const [key, thread] of threads) {
    const was = before.get(key);
    if (was?.findings.length !== 1 || thread.findings.length < 2 || kept.has(key)) continue;
    if (isSeen(key)) kept.set(key, idsOf(was));
  }
  return kept.size === openFolds.size ? openFolds : kept;
};
