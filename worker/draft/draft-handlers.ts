import { GalleyError } from '../../shared/errors.ts';
import { json } from '../../shared/node/http/reply.ts';
import type { DraftBody } from '../../shared/session/draft.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';

/** `/api/draft`: the reviewer's unsent comments. */
export const draftHandlers = async ({
  gate,
  streams,
  counts,
  version,
  ...core
}: SessionCore): Promise<SessionHandlers<'getDraft' | 'saveDraft' | 'deleteDraft'>> => {
  const drafts = await core.drafts();
  const change = async (generation: number, words: DraftBody | null, make: () => Promise<void>) => {
    await gate.enter(make);
    counts.drafted(words);
    streams.draftChanged(generation);
    return json({ generation });
  };
  return {
    getDraft: async ({ query }) => {
      const { draft, ...rest } = await drafts.read();
      counts.drafted(draft);
      if (query.version !== undefined || draft === null) return json({ ...rest, draft });
      const { asVersion1 } = await import('../../shared/session/draft.ts');
      return json({ ...rest, draft: asVersion1(draft) });
    },
    saveDraft: ({ body: { contentVersion, ...draft } }) => {
      if (contentVersion !== undefined && contentVersion > version.current)
        throw new GalleyError(
          'invalid_request',
          `There is no version ${contentVersion} of the content yet. Load the content again.`,
        );
      return change(draft.generation, draft, () => drafts.save(draft, contentVersion));
    },
    deleteDraft: ({ query: { generation } }) =>
      change(Number(generation), null, () => drafts.remove(Number(generation))),
  };
};
