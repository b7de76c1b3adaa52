import { expect, it } from 'vitest';
import { readReplies, readRepliesSection } from '../../../shared/feedback/replies.ts';

it.each([
  ['a list', '1. Done.\n2. Not done: no time.\n', { 1: 'Done.', 2: 'Not done: no time.' }],
  [
    'other signs',
    '1) a\n- 2: b\n* **3.** c\n### 4. d\n**5)** e',
    { 1: 'a', 2: 'b', 3: 'c', 4: 'd', 5: 'e' },
  ],
  [
    'several lines',
    'Hello.\n\n1. One\n   more\n\n   and more\n\n7. Seven',
    { 1: 'One\nmore\n\nand more', 7: 'Seven' },
  ],
  ['words below their number', '1.\nnothing\n\n### 2.\n\n', {}],
  [
    'code that looks like it',
    '1. See:\n   ```\n   2. no\n   ```\n',
    { 1: 'See:\n```\n2. no\n```' },
  ],
  ['a number twice', '1. a\n1. b', { 1: 'b' }],
  ['nothing', '', {}],
])('reads %s', (_, text, replies) => {
  expect(Object.fromEntries(readReplies(text))).toEqual(replies);
});

it.each([
  ['at the end', '# Plan\n\n1. Step.\n\n## Replies\n\n1. Done.\n', { 1: 'Done.' }],
  ['with another name', '### Answers to your items\n1. a\n', { 1: 'a' }],
  ['before another section', '## Replies\n1. a\n### 2. b\n## Next\n3. c\n', { 1: 'a', 2: 'b' }],
  ['the last one', '## Replies\n1. a\n# More\n## Replies\n1. b\n', { 1: 'b' }],
  ['none in code', '```\n## Replies\n1. a\n```\n', {}],
  ['none', '# Plan\n\n1. Step.\n', {}],
])('finds the section of a plan: %s', (_, text, replies) => {
  expect(Object.fromEntries(readRepliesSection(text))).toEqual(replies);
});

it('takes little of what is too long, in little time', () => {
  const items = Array.from({ length: 20_000 }, (_, at) => `${at % 10_000}. ${'word '.repeat(10)}`);
  expect(readReplies(items.join('\n')).size).toBe(1000);
  expect(readReplies(`1. ${'x'.repeat(10_000_000)}`).get(1)).toHaveLength(4000);
  expect(readRepliesSection(`## Replies\n${' '.repeat(1_000_000)}\n1. a`).size).toBe(0);
});
