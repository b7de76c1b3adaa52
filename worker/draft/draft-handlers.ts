import { json } from '../../shared/node/http/reply.ts';
import { asVersion1, type DraftBody } from '../../shared/session/draft.ts';
import type { DecisionGate } from '../decision/decision-gate.ts';
import type { Streams } from '../events/streams.ts';
import type { LiveCounts } from '../session/live-counts.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { DraftStore } from './draft-store.ts';

interface DraftParts {
  readonly drafts: DraftStore;
  readonly gate: DecisionGate;
  readonly streams: Streams;
  readonly counts: LiveCounts;
}

/** `/api/draft`: the reviewer's unsent comments. */
export const draftHandlers = ({
  drafts,
  gate,
  streams,
  counts,
}: DraftParts): SessionHandlers<'getDraft' | 'saveDraft' | 'deleteDraft'> => {
  const change = async (generation: number, words: DraftBody | null, make: () => Promise<void>) => {
    await gate.enter(make);
    counts.drafted(words);
    streams.draftChanged(generation);
    return json({ generation });
  };
  return {
    getDraft: async ({ query: { version } }) => {
      const { draft, ...rest } = await drafts.read();
      counts.drafted(draft);
      const isAsked = version !== undefined || draft === null;
      return json({ ...rest, draft: isAsked ? draft : asVersion1(draft) });
    },
    saveDraft: ({ body: draft }) => change(draft.generation, draft, () => drafts.save(draft)),
    deleteDraft: ({ query: { generation } }) =>
      change(Number(generation), null, () => drafts.remove(Number(generation))),
  };
};
