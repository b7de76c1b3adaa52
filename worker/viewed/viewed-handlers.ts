import { json } from '../../shared/node/http/reply.ts';
import type { Streams } from '../events/streams.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { changeViewed, readViewed } from './viewed-store.ts';

interface ViewedParts {
  /** Absolute path of the file with the viewed marks. */
  readonly file: string;
  readonly streams: Streams;
}

/** `/api/viewed`: which changes the reviewer has marked as viewed, by content. */
export const viewedHandlers = ({
  file,
  streams,
}: ViewedParts): SessionHandlers<'getViewed' | 'changeViewed'> => ({
  getViewed: async () => json(await readViewed(file)),
  changeViewed: async ({ body: change }) => {
    const { digests } = await changeViewed(file, change);
    streams.viewedChanged(change);
    return json({ count: digests.length });
  },
});
