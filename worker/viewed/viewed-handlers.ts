import { parseWith } from '../../shared/parse.ts';
import { viewedChangeSchema } from '../../shared/session/viewed.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { changeViewed, readViewed } from './viewed-store.ts';

/** `/api/viewed`: what the reviewer has ticked, by the content of the change. `path` is the file that keeps it. */
export const viewedHandlers = (path: string): SessionHandlers<'getViewed' | 'changeViewed'> => ({
  getViewed: async () => ({ status: 200, body: await readViewed(path) }),
  changeViewed: async ({ body }) => {
    const change = parseWith(viewedChangeSchema, body, { what: 'The change' });
    const { digests } = await changeViewed(path, change);
    return { status: 200, body: { count: digests.length } };
  },
});
