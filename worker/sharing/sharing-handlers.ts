import { rm, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { storageError } from '../../shared/node/atomic-file.ts';
import { file as fileReply, json, type Reply } from '../../shared/node/http/reply.ts';
import { sharedPaths } from '../../shared/node/paths.ts';
import { isByColleague } from '../../shared/annotations/colleague-source.ts';
import type { DocumentAnnotation } from '../../shared/annotations/document-annotation.ts';
import type { Comment, DocumentComment } from '../../shared/annotations/comment.ts';
import type { ContentSource } from '../../shared/session/content.ts';
import { maxSharedTitleLength } from '../../shared/limits.ts';
import type { ShareBody } from '../../shared/session/share.ts';
import { sharedTitle } from '../../shared/sharing/shared-page.ts';
import type { ShareRequest } from '../../shared/sharing/share-request.ts';
import type { AnnotationCollection } from '../annotations/annotation-collection.ts';
import { requireReady } from '../content/require-ready.ts';
import { withSpoolFile } from '../content/spool-file.ts';
import { assetsFolder, type FindShown, type ShownDocument } from '../document/shown-document.ts';
import { Mutex } from '../mutex.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { colleagueCommentOf, Colleagues } from './colleagues.ts';

interface SharingOptions {
  readonly find: FindShown;
  readonly collection: () => Promise<AnnotationCollection>;
}

/** A shared file is for saving, and is no page of this server. */
const headers = {
  'Content-Disposition': 'attachment; filename="review.html"',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** `POST /api/share` and `POST /api/import`. */
export const sharingHandlers = (
  core: SessionCore,
  { find, collection }: SharingOptions,
): SessionHandlers<'shareReview' | 'importComments'> => {
  const { assignment, preparation, derivations, store } = core;
  const colleagues = new Colleagues({ store, collection });
  const turns = new Mutex();
  let last = 0;
  const share = async (body: ShareBody): Promise<Reply> => {
    await preparation.settled();
    requireReady(preparation);
    const shown = await find(body.file);
    const request = requestFor(core, shown, { colleagues, ...(await writtenIn(core, body)) });
    last += 1;
    const paths = sharedPaths(assignment.files.spool, last);
    try {
      await writeFile(paths.request, inPieces(request), { mode: 0o600 }).catch((cause: unknown) => {
        throw storageError(paths.request, cause);
      });
      await derivations.make({ kind: 'shared', id: last });
      const contentType = 'text/html; charset=utf-8';
      // An open file can be read after its removal.
      return await withSpoolFile(paths.output, (handle) =>
        fileReply(handle, { contentType, offset: 0, headers }),
      );
    } finally {
      await Promise.all(Object.values(paths).map((path) => rm(path, { force: true })));
    }
  };
  return {
    // One after the other, since each may be large.
    shareReview: ({ body }) => turns.run(() => share(body)),
    importComments: async ({ body }) => json(await colleagues.import(body.comments)),
  };
};

const findingsAtOnce = 200;

/** As JSON. There may be very many findings, and others are served while they are written. */
async function* inPieces({ findings, ...rest }: ShareRequest): AsyncGenerator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"findings":[`;
  for (let at = 0; at < findings.length; at += findingsAtOnce) {
    const some = findings.slice(at, at + findingsAtOnce).map((one) => JSON.stringify(one));
    yield `${at === 0 ? '' : ','}${some.join(',')}`;
    await setImmediate();
  }
  yield ']}';
}

interface Written {
  readonly comments: readonly Comment[];
  readonly dismissed: ReadonlySet<string>;
}

/** What the reviewer wrote and dismissed: as sent, else as in the draft. */
const writtenIn = async (
  { drafts }: SessionCore,
  { annotations, dismissed }: ShareBody,
): Promise<Written> => {
  if (annotations !== undefined || dismissed !== undefined)
    return { comments: annotations ?? [], dismissed: new Set(dismissed) };
  const { draft } = await (await drafts()).read();
  return { comments: draft?.comments ?? [], dismissed: new Set(draft?.dismissed) };
};

const requestFor = (
  { assignment, store }: SessionCore,
  { document, file: named, isOneOfMany }: ShownDocument,
  { comments, dismissed, colleagues }: Written & { readonly colleagues: Colleagues },
): ShareRequest => {
  const { id, mode, title, project, source, files } = assignment;
  // What is on one page is shared as a whole.
  const file = isOneOfMany ? named : undefined;
  const isAbout = (about: string | undefined): boolean =>
    file === undefined || about === undefined || about === file;
  const accepted = new Set(comments.map(({ madeOf }) => madeOf));
  const annotations = (store.all() as DocumentAnnotation[]).filter(
    (one) => isAbout(one.filePath) && !dismissed.has(one.id) && !accepted.has(one.id),
  );
  return {
    page: files.page,
    document,
    session: id,
    mode: mode === 'plan' ? 'plan' : 'document',
    title: sharedTitle(title, file).slice(0, maxSharedTitleLength),
    project,
    sharedAt: new Date().toISOString(),
    ...(file === undefined ? {} : { file }),
    ...imagesOf(source),
    comments: comments.filter(isOnText).filter((comment) => isAbout(comment.file)),
    findings: annotations.filter((one) => !isByColleague(one)),
    colleagues: annotations.filter(isByColleague).map((one) => ({
      comment: colleagueCommentOf(one, colleagues.changedAt(one)),
      ...placeOf(one),
    })),
  };
};

/** A single file is alone in its folder: its images need no name of it. */
const imagesOf = (source: ContentSource): Pick<ShareRequest, 'images'> => {
  const folder = assetsFolder(source);
  if (folder === undefined || source.kind !== 'path') return {};
  return { images: { folder, ...(source.namesFrom === undefined ? { from: '' } : {}) } };
};

const isOnText = (comment: Comment): comment is DocumentComment => !('scope' in comment);

const placeOf = ({ blockId, startOffset, endOffset }: DocumentAnnotation) =>
  blockId === undefined || startOffset === undefined || endOffset === undefined
    ? {}
    : { blockId, startOffset, endOffset };
