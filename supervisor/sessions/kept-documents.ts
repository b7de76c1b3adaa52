import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { documentPaths, keptDocumentPath } from '../../shared/node/paths.ts';
import { documentIndexSchema } from '../../shared/session/documents.ts';
import type { KeptDocument } from '../../shared/session/rounds.ts';
import { lastDocuments } from '../ended/ended-reviews.ts';
import { keepFile } from './keep-file.ts';
import { maxKeptDocuments, maxKeptDocumentsBytes } from '../../shared/limits.ts';

/** What decides which documents are kept first. */
const commentedSchema = z.object({
  comments: z.array(z.object({ file: z.exactOptional(z.string()) })),
});

/**
 * Keeps each document that a session of many has rendered, those with comments first, and a list of them.
 * @param documents where the list goes
 */
export const keepDocuments = async (
  { spool, decision }: { readonly spool: string; readonly decision: string },
  documents: string,
): Promise<void> => {
  const shown = await shownDocuments(spool);
  if (shown === undefined) return;
  const { comments } = commentedSchema.parse(JSON.parse(await readFile(decision, 'utf8')));
  const commented = new Set(comments.map(({ file }) => file));
  const left = { documents: maxKeptDocuments, bytes: maxKeptDocumentsBytes };
  const kept = new Set<number>();
  const first = shown.filter(({ name }) => commented.has(name));
  for (const { position, path } of new Set([...first, ...shown])) {
    if (left.documents === 0) break;
    const { size } = await stat(path);
    if (size > left.bytes || !(await keepFile(path, keptDocumentPath(documents, position))))
      continue;
    left.documents -= 1;
    left.bytes -= size;
    kept.add(position);
  }
  const list = shown.map(({ name, position }): KeptDocument => ({
    name,
    position,
    isKept: kept.has(position),
  }));
  await writeFile(documents, JSON.stringify(list), { mode: 0o600 });
};

/** The documents that were rendered, in the order of their list; undefined if all are on one page. */
const shownDocuments = async (spool: string) => {
  const version = await lastDocuments(spool);
  if (version === undefined) return undefined;
  const { folder, index, rendered } = documentPaths(spool, version);
  const { documents } = documentIndexSchema.parse(JSON.parse(await readFile(index, 'utf8')));
  const names = new Set(await readdir(folder));
  return documents.flatMap(({ name }, position) =>
    names.has(`${position}.json`) ? [{ name, position, path: rendered(position) }] : [],
  );
};
