import { isUtf8 } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import type { FileAnswer } from '../../../shared/session/project-files.ts';
import { isProjectPath } from '../../version-control/project-files.ts';
import type { ProjectFile } from '../../version-control/provider.ts';
import { repositoryOf } from '../../version-control/providers.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { ReadFileRequest, ReadFileResult } from '../change-requests.ts';
import { maxFileBytes } from '../../../shared/limits.ts';

/**
 * Writes a file of the project, changed or not, as a FileAnswer.
 * @throws GalleyError `not_found` or `storage_failed`, or as the provider does
 */
export const readFile = async (
  { source, path, side, output, maxBytes = maxFileBytes }: ReadFileRequest,
  context: TaskContext,
): Promise<ReadFileResult> => {
  const repository = repositoryOf(source);
  if (!isProjectPath(path))
    throw new GalleyError('not_found', 'This is not the path of a file of the project.');
  const answer = answerOf(await repository.readFile({ path, side, maxBytes }, context));
  return withTaskOutput(output, async ({ draftOf, publish }) => {
    await writeFile(draftOf(output), JSON.stringify(answer), { flag: 'wx', mode: 0o600 });
    await publish(output);
    return { kind: answer.kind };
  });
};

/** What a page gets of a file. */
export const answerOf = (file: ProjectFile): FileAnswer => {
  if (file.kind === 'conflict') return { kind: 'conflict', bytes: 0 };
  if (file.kind === 'submodule')
    return {
      kind: 'submodule',
      bytes: 0,
      ...(file.commit === undefined ? {} : { text: file.commit }),
    };
  const { kind, bytes, content, hasConflict } = file;
  if (content === undefined) return { kind: 'large', bytes };
  const text = content.toString('utf8');
  if (kind === 'symlink') return { kind, bytes, text };
  if (isBinary(content)) return { kind: 'binary', bytes };
  if (isPointer(content)) return { kind: 'lfs', bytes, text };
  return { kind: 'text', bytes, text, ...(hasConflict === true ? { hasConflict } : {}) };
};

/** As git tells: by a NUL in the first bytes. */
const isBinary = (content: Buffer): boolean => content.subarray(0, 8000).includes(0);

/** Source: the specification of Git LFS, "The pointer". */
const isPointer = (content: Buffer): boolean =>
  content.length < 1024 &&
  isUtf8(content) &&
  content.toString('utf8').startsWith('version https://git-lfs.github.com/spec/');
