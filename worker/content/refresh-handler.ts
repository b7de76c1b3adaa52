import { json } from '../../shared/node/http/reply.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { Refresher } from './refresher.ts';

/** `POST /api/refresh`, and the choice of something else to compare. */
export const refreshHandler = (
  { version }: SessionCore,
  refresher: Refresher,
): SessionHandlers<'refresh' | 'chooseScope'> => ({
  refresh: async () => {
    await refresher.refresh();
    return json({ version: version.current });
  },
  chooseScope: async ({ body }) => {
    await refresher.choose(body);
    return json({ version: version.current });
  },
});
