import { file } from '../../shared/node/http/reply.ts';
import { skillsPath } from '../../shared/node/paths.ts';
import { withSpoolFile } from '../content/spool-file.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';

/** `getSkills`: read on each request, since they may have changed. */
export const skillsHandler = ({
  assignment: { files },
  derivations,
}: SessionCore): SessionHandlers<'getSkills'> => ({
  getSkills: async () => {
    await derivations.make({ kind: 'skills' });
    const contentType = 'application/json; charset=utf-8';
    return withSpoolFile(skillsPath(files.spool), (skills) =>
      file(skills, { contentType, offset: 0 }),
    );
  },
});
