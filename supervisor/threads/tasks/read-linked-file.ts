import { writeFile } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { isMarkdown } from '../../../shared/node/documents-in.ts';
import { readShownFile } from '../../../shared/node/plain-file.ts';
import type { FileAnswer } from '../../../shared/session/project-files.ts';
import type { LinkedFile } from '../../../shared/session/links.ts';
import { renderedText } from '../document/rendered-text.ts';
import { asShown } from '../document/text-file.ts';
import { findLinkedProject } from '../links/linked-project.ts';
import { isPlainPath } from '../links/reference-places.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { ReadLinkedFileRequest, ReadLinkedFileResult } from '../document-requests.ts';
import { answerOf } from './read-file.ts';
import { maxFileBytes, maxRenderedFileBytes } from '../../../shared/limits.ts';

/**
 * Writes a file of the project as a LinkedFile.
 * @throws GalleyError `not_found` or `storage_failed`, or as its version control does
 */
export const readLinkedFile = async (
  { cwd, isRemote, path, output }: ReadLinkedFileRequest,
  context: TaskContext,
): Promise<ReadLinkedFileResult> => {
  if (!isPlainPath(path)) throw notThere(path);
  const project = await findLinkedProject({ cwd, isRemote, context });
  if (!(await project.filesAmong([path])).has(path)) throw notThere(path);
  const found = await readShownFile(project.folder, path, maxFileBytes).catch((cause: unknown) => {
    throw notThere(path, cause);
  });
  if (found === undefined) throw notThere(path);
  const file = await shown(path, answerOf({ kind: 'file', ...found }));
  return withTaskOutput(output, async ({ draftOf, publish }) => {
    await writeFile(draftOf(output), JSON.stringify(file), { flag: 'wx', mode: 0o600 });
    await publish(output);
    return { kind: file.kind };
  });
};

const shown = async (path: string, { kind, bytes, text = '' }: FileAnswer): Promise<LinkedFile> => {
  if (kind === 'binary' || kind === 'large' || kind === 'lfs') return { kind, bytes };
  const plain = asShown(text);
  if (bytes > maxRenderedFileBytes || !isMarkdown(path))
    return { kind: 'text', bytes, text: plain };
  const { found } = await renderedText(plain, { path, name: path });
  const blocks = found.map((block, index) => ({ id: `b${index}`, ...block }));
  return { kind: 'document', bytes, blocks };
};

const notThere = (path: string, cause?: unknown): GalleyError =>
  new GalleyError(
    'not_found',
    `${path} cannot be shown: there is no such file in the project, or it is hidden, ignored or a link.`,
    { cause },
  );
