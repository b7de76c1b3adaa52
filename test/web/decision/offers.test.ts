import { describe, expect, it } from 'vitest';
import { offersOf } from '../../../web/review/decision/offers.ts';

const can = { approve: true, deny: true, feedback: false, ai: false };

describe('the decision bar', () => {
  it.each([
    { mode: 'plan', count: 0, labels: ['Approve', 'Deny'] },
    { mode: 'plan', count: 1, labels: ['Deny with 1 comment', 'Approve with 1 comment'] },
    {
      mode: 'plan',
      count: 1200,
      labels: ['Deny with 1,200 comments', 'Approve with 1,200 comments'],
    },
    { mode: 'document', count: 0, labels: ['Approve', 'Send feedback'] },
    { mode: 'review', count: 2, labels: ['Send 2 comments', 'Approve with 2 comments'] },
  ] as const)('of a $mode with $count comments', ({ mode, count, labels }) => {
    const { primary, secondary } = offersOf({ mode, can }, count);
    expect([primary.label, secondary.label]).toEqual(labels);
    expect([primary.verdict, secondary.verdict]).toContain('approve');
  });
});
