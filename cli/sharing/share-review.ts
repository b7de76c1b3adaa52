import { resolve } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { createFileOnce, replaceEntry } from '../../shared/node/atomic-file.ts';
import { isHtmlFile } from '../../shared/frame/html-file.ts';
import type { ListedSession } from '../../shared/session/session.ts';
import { sharedFileName, sharedTitle } from '../../shared/sharing/shared-page.ts';
import type { Context } from '../context.ts';
import { stdinName } from '../opening/read-stdin.ts';
import { plainLine } from '../output/plain-text.ts';
import { printJson, printNote, printResult } from '../output/print.ts';
import { findSession } from '../sessions/find-session.ts';
import { callSession } from '../sessions/session-client.ts';

interface ShareOptions {
  readonly id: string;
  readonly file: string | undefined;
  /** Name of one of many documents. */
  readonly document: string | undefined;
  readonly isForced: boolean;
  readonly isJson: boolean;
}

const timeoutMs = 120_000;

/** Writes a review as a file for colleagues. @returns the exit code */
export const shareReview = async (options: ShareOptions, context: Context): Promise<number> => {
  const { id, file, document, isJson } = options;
  if (file === stdinName && isJson)
    throw new GalleyError('usage', 'Give a file for the review: with --json, stdout has JSON.');
  const session = await openSession(id, context);
  if (document === undefined) await requireOnePage(session);
  const body = document === undefined ? {} : { file: document };
  const { body: html } = await callSession(session, 'shareReview', { body, timeoutMs });
  if (file === stdinName) {
    await printResult(html);
    return 0;
  }
  const path = resolve(file ?? sharedFileName(sharedTitle(session.title, document)));
  await write(path, html, options.isForced);
  if (isJson) await printJson({ id, path, bytes: Buffer.byteLength(html) });
  else {
    await printResult(plainLine(path));
    if (await isHtml(session, document))
      await printNote('The HTML is shared as its text, without its layout.');
    await printNote('Send it to colleagues. `galley import FILE` reads what comes back.');
  }
  return 0;
};

/** @throws GalleyError `already_decided`, or `not_found` for a code change */
const openSession = async (id: string, context: Context): Promise<ListedSession> => {
  const found = await findSession(id, context);
  if (found.kind === 'ended')
    throw new GalleyError(
      'already_decided',
      `The review ${id} has ended, and only open ones are shared.`,
    );
  if (found.session.mode === 'review')
    throw new GalleyError(
      'not_found',
      'Only plans and documents are shared as a file. Share a code change as a branch or a patch.',
    );
  return found.session;
};

/** @throws GalleyError `usage` if the review is of many documents, which are shared one by one */
const requireOnePage = async (session: ListedSession): Promise<void> => {
  const { body: info } = await callSession(session, 'getSession', { timeoutMs });
  if (!info.capabilities.includes('documents')) return;
  const { body } = await callSession(session, 'getDocuments', { timeoutMs });
  throw new GalleyError(
    'usage',
    `The review is of ${body.documents.length} documents, which are shared one by one. Name one: --document ${plainLine(body.first)}`,
  );
};

const isHtml = async (session: ListedSession, document: string | undefined): Promise<boolean> => {
  if (document !== undefined) return isHtmlFile(document);
  const { body } = await callSession(session, 'getPlan', { timeoutMs });
  return body.frame !== undefined;
};

/** @throws GalleyError `usage` if there is such a file; `storage_failed` */
const write = async (path: string, html: string, isForced: boolean): Promise<void> => {
  if (isForced) return replaceEntry(path, html);
  if (!(await createFileOnce(path, html)))
    throw new GalleyError(
      'usage',
      `${path} is there already. Give another name, or --force to replace it.`,
    );
};
