import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decisionJson, outcomeIn } from '../../../shared/node/decision-file.ts';
import { feedbackMarkdown } from '../../../shared/feedback/feedback.ts';
import type { DecisionParts } from '../../../shared/session/decision.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('\ud83d', '\ude00', '"outcome":"approved"', '\\', '\u2028', 'x'.repeat(70_000)),
);
const parts: fc.Arbitrary<DecisionParts> = fc
  .record({
    title: text,
    project: text,
    feedback: text,
    said: fc.array(text, { maxLength: 3 }),
    found: fc.array(text, { maxLength: 3 }),
    dismissed: fc.option(fc.array(fc.uuid(), { maxLength: 3 }), { nil: undefined }),
  })
  .map(({ said, found, dismissed, ...texts }) => ({
    id: '0123456789ab',
    mode: 'plan',
    outcome: 'denied',
    ...texts,
    comments: said.map((words, index) => ({
      id: String(index),
      type: 'GLOBAL_COMMENT',
      kind: 'must',
      text: words,
    })),
    annotations: found.map((words) => ({
      id: '5f0c2d1e-0000-4000-8000-000000000000',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      source: 's',
      text: words,
      type: 'COMMENT',
      originalText: words,
      placement: 'unplaced',
    })),
    ...(dismissed === undefined ? {} : { dismissed }),
    decidedAt: '2026-01-01T00:00:00.000Z',
  }));

test('the pieces of a decision form its JSON, including the whole text', () => {
  fc.assert(
    fc.property(parts, (decision) => {
      const json = [...decisionJson(decision)].join('');
      expect(JSON.parse(json)).toEqual({ ...decision, markdown: feedbackMarkdown(decision) });
      expect(outcomeIn(json)).toBe('denied');
    }),
    { numRuns: 100 },
  );
});

test.each([
  [
    'of the release before',
    '{"id":"a","mode":"plan","title":"\\"outcome\\":\\"approved\\"","project":"p","outcome":"closed"',
    'closed',
  ],
  ['of a lost session then', '{"mode":"plan","outcome":"undecided","title":"t"', 'undecided'],
  ['of no known word', '{"id":"a","outcome":"perfect"', undefined],
  ['in a text', '{"id":"a","title":"\\",\\"outcome\\":\\"approved\\"', undefined],
  ['of something within', '{"id":"a","of":{"outcome":"approved"}', undefined],
])('the outcome %s', (_, head, outcome) => {
  expect(outcomeIn(head)).toBe(outcome);
});
