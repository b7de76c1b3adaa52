import * as z from 'zod';
import { parseWith } from '../../shared/parse.ts';
import { draftBodySchema, type DraftBody } from '../../shared/session/draft.ts';
import type { DecisionGate } from '../decision/decision-gate.ts';
import type { Streams } from '../events/streams.ts';
import type { HeldCounts } from '../session/held-counts.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { DraftStore } from './draft-store.ts';

interface DraftParts {
  readonly drafts: DraftStore;
  readonly gate: DecisionGate;
  readonly streams: Streams;
  readonly counts: HeldCounts;
}

const removeQuerySchema = z.object({
  generation: z.string().regex(/^\d{1,15}$/u, 'must be a non-negative integer'),
});

/** `/api/draft`: the reviewer's own unsent words. */
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
    return { status: 200, body: { generation } };
  };
  return {
    getDraft: async () => {
      const body = await drafts.read();
      counts.drafted(body.draft);
      return { status: 200, body };
    },
    saveDraft: ({ body }) => {
      const draft = parseWith(draftBodySchema, body, { what: 'The draft' });
      return change(draft.generation, draft, () => drafts.save(draft));
    },
    deleteDraft: ({ query }) => {
      const { generation } = parseWith(removeQuerySchema, query, { what: 'The query' });
      return change(Number(generation), null, () => drafts.remove(Number(generation)));
    },
  };
};
