import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Comment } from '../../shared/annotations/comment.ts';
import { uploadPath } from '../../shared/node/uploads.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';

/** The folder of a session's images; with a supervisor of an earlier release they go with the spool. */
export const uploadsIn = ({ uploads, spool }: Assignment['files']): string =>
  uploads ?? join(spool, 'uploads');

/** The comments with the paths of their images, in place of what the client says; none for an image that is gone. */
export const withAttachmentPaths = (comments: readonly Comment[], folder: string): Comment[] =>
  comments.map((comment) => {
    const { attachments } = comment;
    if (attachments === undefined) return comment;
    return {
      ...comment,
      attachments: attachments.map(({ path: _, ...attachment }) => {
        const path = uploadPath(folder, attachment);
        return existsSync(path) ? { ...attachment, path } : attachment;
      }),
    };
  });
