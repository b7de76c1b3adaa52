import { constants } from 'node:fs';
import { access, readFile, realpath } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { createFileOnce } from '../../../shared/node/atomic-file.ts';
import { textHash } from '../../../shared/node/document-source.ts';
import { hasDotName, pathBelow } from '../../../shared/node/path-name.ts';
import { unifiedDiff } from '../../../shared/patch/unified-diff.ts';
import { maxEditedLength } from '../../../shared/limits.ts';
import type { SaveResult } from '../../../shared/session/source.ts';
import {
  readWorktreeEntry,
  writeWorktreeEntry,
  type SeenEntry,
} from '../../version-control/worktree-entry.ts';
import { keepLineEnds } from '../document/keep-line-ends.ts';
import { asShown } from '../document/text-file.ts';
import type { SaveSourceRequest } from '../document-requests.ts';

/**
 * Writes an edited text to its file, unless that has changed since it was read.
 * @throws GalleyError `change_refused`, `file_not_found`, `not_a_text`, `content_empty` or `storage_failed`
 */
export const saveSource = async (request: SaveSourceRequest): Promise<SaveResult> => {
  const { root, path, hash, text, base, shownPath } = request;
  if (hasDotName(path))
    throw refused(shownPath, 'its name, or that of a folder, begins with a dot');
  const folder = await realpath(root).catch((cause: unknown) => {
    throw gone(shownPath, cause);
  });
  const edited = await readFile(text, 'utf8');
  if (edited.trim() === '')
    throw new GalleyError(
      'content_empty',
      'An empty text cannot be reviewed, so it is not saved. Write something, or remove the file yourself.',
    );
  const seen = await readFileEntry(folder, request);
  const original = decoded(seen, shownPath);
  const before = asShown(original);
  if (textHash(seen.content) !== hash) return conflictWith(before, seen);
  const content = Buffer.from(keepLineEnds(original, edited));
  if (!content.equals(seen.content)) {
    await requireWritable(pathBelow(folder, path), shownPath);
    await createFileOnce(base, before);
    try {
      await writeWorktreeEntry(folder, path, { seen, entry: { ...seen, content } });
    } catch (error) {
      if (!(error instanceof GalleyError) || error.code !== 'content_changed') throw error;
      const now = await readFileEntry(folder, request);
      return conflictWith(asShown(decoded(now, shownPath)), now);
    }
  }
  const first = await readFile(base, 'utf8').catch(() => before);
  const after = asShown(content.toString('utf8'));
  const diff = unifiedDiff({ path: shownPath, before: first, after });
  return { state: 'saved', path: shownPath, hash: textHash(content), diff };
};

const readFileEntry = async (
  folder: string,
  { path, shownPath }: SaveSourceRequest,
): Promise<SeenEntry> => {
  const seen = await readWorktreeEntry(folder, path);
  if (seen === undefined) throw gone(shownPath);
  if (seen.kind !== 'file') throw refused(shownPath, 'it is a link');
  return seen;
};

/** With its byte order mark. */
const decoded = ({ content }: SeenEntry, shownPath: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch (cause) {
    throw new GalleyError(
      'not_a_text',
      `${shownPath} is not UTF-8 any more. Look at it with another program.`,
      { cause },
    );
  }
};

const conflictWith = (text: string, { content }: SeenEntry): SaveResult => {
  if (text.length > maxEditedLength)
    throw new GalleyError(
      'content_too_large',
      'The file has changed, and is too large by now to be edited here. Use your own editor.',
    );
  return { state: 'conflict', text, hash: textHash(content) };
};

/** Renaming would also replace a file that is write-protected. */
const requireWritable = async (path: Buffer, shownPath: string): Promise<void> => {
  try {
    await access(path, constants.W_OK);
  } catch {
    throw refused(shownPath, 'it is write-protected');
  }
};

const refused = (path: string, reason: string): GalleyError =>
  new GalleyError('change_refused', `Galley does not write to ${path}: ${reason}.`);

const gone = (path: string, cause?: unknown): GalleyError =>
  new GalleyError(
    'file_not_found',
    `${path} is not there any more, so your edit was not saved. Copy it, or send it to the agent.`,
    { cause },
  );
