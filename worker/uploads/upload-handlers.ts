import { rm } from 'node:fs/promises';
import { empty, json } from '../../shared/node/http/reply.ts';
import { findUpload, uploadReply } from '../../shared/node/uploads.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { uploadsIn } from './attachment-paths.ts';
import { UploadStore } from './upload-store.ts';

/** `/api/uploads`: images for comments. */
export const uploadHandlers = ({
  assignment: { limits, files },
  gate,
}: SessionCore): SessionHandlers<'addUpload' | 'getUpload' | 'deleteUpload'> => {
  const folder = uploadsIn(files);
  const uploads = new UploadStore(folder, limits);
  return {
    addUpload: async ({ body }) => json(await uploads.add(body, () => gate.assertUndecided()), 201),
    getUpload: ({ params: { upload } }) => uploadReply(folder, upload),
    deleteUpload: ({ params: { upload } }) =>
      gate.enter(async () => {
        await rm(await findUpload(folder, upload), { force: true });
        return empty(204);
      }),
  };
};
