import { planReply } from '../../shared/node/http/content-replies.ts';
import { json } from '../../shared/node/http/reply.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { ContentVersion } from '../content/content-version.ts';
import { withSpoolFile } from '../content/spool-file.ts';

interface PlanParts {
  readonly assignment: Assignment;
  readonly preparation: PreparationState;
  readonly version: ContentVersion;
}

/** `GET /api/plan`: the metadata, and the blocks piped from the spool file without parsing. */
export const planHandler = ({
  assignment: { title, mode, origin, source, files },
  preparation,
  version,
}: PlanParts): SessionHandlers<'getPlan'> => ({
  getPlan: async () => {
    const { current } = preparation;
    const facts = { title, mode, origin, source, version: version.current, preparation: current };
    if (current.state !== 'ready') return json({ ...facts, blocks: [] });
    return withSpoolFile(files.document, (file) => planReply(file, facts));
  },
});
