import type { SelectedLineRange } from '@pierre/diffs';
import { selectedLines } from './diff-rows.ts';
import type { CommentTarget } from '../../../store/editors-slice.ts';
import type { FileState } from './file-state.ts';

/**
 * What a comment on a selection of the library is on, and the code there; the file as a whole where nothing is
 * selected, or where the lines shown are not those of the file.
 */
export const commentTarget = (
  { file, model }: FileState,
  range: SelectedLineRange | undefined,
): { target: CommentTarget; code: string } => {
  const filePath = file.path;
  const lines =
    range === undefined || model.kind !== 'code' ? undefined : selectedLines(model.diff, range);
  if (lines === undefined)
    return { target: { filePath, side: file.status === 'deleted' ? 'old' : 'new' }, code: '' };
  const { side, lineStart, lineEnd, text } = lines;
  return { target: { filePath, side, lineStart, lineEnd }, code: text };
};
