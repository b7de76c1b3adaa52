import { rm } from 'node:fs/promises';
import { file, json } from '../../shared/node/http/reply.ts';
import { linkedFilePath } from '../../shared/node/paths.ts';
import { linksAnswerSchema, type LinksRequest } from '../../shared/session/links.ts';
import { withSpoolFile } from '../content/spool-file.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';

/** Which references lead to files of the project, and these files, by tasks of the supervisor. */
export const linkHandlers = ({
  assignment: { files, isRemote },
  derivations,
}: SessionCore): SessionHandlers<'checkLinks' | 'getLinkedFile'> => {
  let last = 0;
  const ask = async (request: LinksRequest): Promise<unknown> =>
    (await derivations.make({ kind: 'links', request })).answer;
  return {
    checkLinks: async ({ body }) =>
      json(linksAnswerSchema.parse(await ask({ do: 'check', isRemote, ...body }))),

    // Read on each request, since it may have changed.
    getLinkedFile: async ({ query: { path } }) => {
      last += 1;
      const id = last;
      const output = linkedFilePath(files.spool, id);
      try {
        await ask({ do: 'read', path, isRemote, id });
        // An open file can be read after its removal.
        return await withSpoolFile(output, (found) =>
          file(found, { contentType: 'application/json; charset=utf-8', offset: 0 }),
        );
      } finally {
        await rm(output, { force: true });
      }
    },
  };
};
