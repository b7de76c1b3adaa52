import type { Comment } from '../../../../../shared/annotations/comment.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { CommentTarget } from '../../../../../shared/session/editor.ts';
import type { Editor } from '../../../store/editors-slice.ts';
import {
  lastShownLine,
  type Annotations,
  type Collected,
  type LineRange,
  type OpenEditor,
  type Placed,
} from './fold-threads.ts';

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

/** Groups annotations by file id; omits those without a file in the diff. */
export const groupAnnotations = (
  find: FileFinder,
  { findings, comments, editors }: Annotations,
): Map<string, Annotations> => {
  const groups = new Map<string, Collected>();
  const groupOf = (annotation: Placed): Collected | undefined => {
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
  a: Annotations | undefined,
  b: Annotations | undefined,
): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    isSameList(a.editors, b.editors) &&
    isSameList(a.comments, b.comments) &&
    isSameList(a.findings, b.findings));

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

/** Editors shown in the diff. The editor of an existing comment is shown in its card instead. */
export const openEditorsOf = (editors: readonly Editor[]): OpenEditor[] =>
  editors.flatMap(({ key, target }) =>
    target.kind === 'lines' && target.target.isOutdated !== true
      ? [{ key, target: target.target }]
      : [],
  );

/** Lines with an open editor, for new and existing comments. */
export const linesWrittenOn = (
  editors: readonly Editor[],
  comments: readonly Comment[],
): CommentTarget[] => [
  ...openEditorsOf(editors).map(({ target }) => target),
  ...editors.flatMap(({ target }) => {
    const comment =
      target.kind === 'comment' ? comments.find(({ id }) => id === target.commentId) : undefined;
    if (comment === undefined || !('scope' in comment) || comment.isOutdated === true) return [];
    const { filePath, side = 'new', lineStart, lineEnd } = comment;
    return filePath === undefined || lineStart === undefined
      ? []
      : [{ filePath, side, lineStart, lineEnd: lineEnd ?? lineStart }];
  }),
];
