import type { ReviewComment } from '../../../../../shared/annotations/comment.ts';
import type { ReviewAnnotation } from '../../../../../shared/annotations/review-annotation.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { OpenEditor } from './thread-content.ts';
import type { CommentTarget } from '../../../../../shared/session/editor.ts';
import { lastShownLine, type FileAnnotations, type LineRange } from './fold-threads.ts';

interface Building extends FileAnnotations {
  readonly editors: OpenEditor[];
  readonly comments: ReviewComment[];
  readonly findings: ReviewAnnotation[];
}

/** The location of an annotation. */
interface Placed {
  readonly filePath?: string;
  readonly side?: 'old' | 'new';
  readonly lineStart?: number;
  readonly lineEnd?: number;
}

/** Finds the file of an annotation. */
export type FileFinder = (annotation: Placed) => ChangedFile | undefined;

/** A path may match several files, of a rename or a hand-made patch: prefers the one that shows the line. */
export const createFileFinder = (files: readonly ChangedFile[]): FileFinder => {
  const byPath = new Map<string, ChangedFile[]>();
  for (const file of files)
    for (const path of new Set([file.path, file.oldPath ?? file.path])) {
      const there = byPath.get(path);
      if (there === undefined) byPath.set(path, [file]);
      else there.push(file);
    }
  return ({ filePath, side = 'new', lineStart, lineEnd = lineStart }) => {
    const candidates = filePath === undefined ? undefined : byPath.get(filePath);
    if (candidates === undefined || candidates.length < 2) return candidates?.[0];
    if (lineStart === undefined || lineEnd === undefined)
      return candidates.find(({ path }) => path === filePath) ?? candidates[0];
    const range = { side, start: lineStart, end: lineEnd };
    return (
      candidates.find(({ hunks }) => lastShownLine(hunks, range) !== undefined) ?? candidates[0]
    );
  };
};

export interface SessionAnnotations {
  readonly findings: readonly ReviewAnnotation[];
  readonly comments: readonly ReviewComment[];
  readonly editors: readonly OpenEditor[];
}

/** Groups annotations by file id; omits those without a file in the diff. */
export const groupAnnotations = (
  find: FileFinder,
  { findings, comments, editors }: SessionAnnotations,
): Map<string, FileAnnotations> => {
  const groups = new Map<string, Building>();
  const groupOf = (annotation: Placed): Building | undefined => {
    const file = find(annotation);
    if (file === undefined) return undefined;
    const there = groups.get(file.id);
    if (there !== undefined) return there;
    const made = { editors: [], comments: [], findings: [] };
    groups.set(file.id, made);
    return made;
  };
  for (const editor of editors) groupOf(editor.target)?.editors.push(editor);
  for (const comment of comments)
    if (comment.scope !== 'general') groupOf(comment)?.comments.push(comment);
  for (const finding of findings)
    if (finding.placement === 'in-diff') groupOf(finding)?.findings.push(finding);
  return groups;
};

/** Groups line ranges by file id. */
export const groupLines = (
  find: FileFinder,
  targets: readonly CommentTarget[],
): Map<string, LineRange[]> => {
  const groups = new Map<string, LineRange[]>();
  for (const target of targets) {
    const { side, lineStart, lineEnd = lineStart } = target;
    const file = find(target);
    if (file === undefined || lineStart === undefined || lineEnd === undefined) continue;
    const range = { side, start: lineStart, end: lineEnd };
    groups.set(file.id, [...(groups.get(file.id) ?? []), range]);
  }
  return groups;
};

/** Shallow equality, to avoid redraws. */
export const isSameAnnotations = (
  a: FileAnnotations | undefined,
  b: FileAnnotations | undefined,
): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    isSameList(a.editors, b.editors) &&
    isSameList(a.comments, b.comments) &&
    isSameList(a.findings, b.findings));

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
