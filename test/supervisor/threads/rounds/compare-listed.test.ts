import { expect, it } from 'vitest';
import type { DocumentComment } from '../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { compareListed } from '../../../../supervisor/threads/rounds/compare-listed.ts';

const blockOf = (file: string, text: string): Block => ({
  id: `${file} ${text}`,
  kind: 'paragraph',
  startLine: 1,
  endLine: 1,
  html: text,
  text,
  marks: [],
  file,
});

const commentOn = (file: string, originalText: string): DocumentComment => ({
  id: `${file} ${originalText}`,
  type: 'COMMENT',
  kind: 'must',
  text: 'Why?',
  originalText,
  file,
});

it('reads a number of documents at most, those with comments first, and says which ones it did not', async () => {
  const names = Array.from({ length: 102 }, (_, at) => `${at}.md`);
  const read: string[] = [];
  const { documents, comments } = await compareListed({
    names,
    shown: names,
    before: async (name) => [blockOf(name, 'Words.')],
    after: async (name) => {
      read.push(name);
      return [blockOf(name, 'Words.')];
    },
    comments: [commentOn('101.md', 'Words.'), commentOn('gone.md', 'Words.')],
    older: [
      { comment: commentOn('gone.md', 'Other.'), state: 'addressed', now: 'New.', isOlder: true },
    ],
  });
  expect(read).toHaveLength(100);
  expect(read[0]).toBe('101.md');
  const others = documents.filter(({ state }) => state !== 'same');
  expect(others.map(({ name, state }) => `${name} ${state}`)).toEqual([
    '99.md not-compared',
    '100.md not-compared',
    'gone.md gone',
  ]);
  expect(others.map(({ reason }) => reason)).toEqual(['too-many', 'too-many', undefined]);
  expect(comments.map(({ state }) => state)).toEqual(['standing', 'lost', 'lost']);
});

it('calls no comment lost whose document could not be read', async () => {
  const { comments, documents } = await compareListed({
    names: ['a.md'],
    shown: ['a.md'],
    before: async (name) => [blockOf(name, 'Words.')],
    after: async () => undefined,
    comments: [commentOn('a.md', 'Words.')],
    older: [
      { comment: commentOn('a.md', 'Once.'), state: 'addressed', now: 'Then.', isOlder: true },
      { comment: commentOn('a.md', 'More.'), state: 'lost', reply: 'No.', isOlder: true },
    ],
  });
  expect(comments).toMatchObject([
    { state: 'not-compared' },
    { state: 'addressed', now: 'Then.', isOlder: true },
    { state: 'not-compared', reply: 'No.', isOlder: true },
  ]);
  expect(documents).toEqual([{ name: 'a.md', state: 'not-compared', reason: 'unreadable' }]);
});

it('finds a document again that was only renamed, with its comments', async () => {
  const read: string[] = [];
  const text = (name: string): string => (name.startsWith('other') ? 'Other words.' : 'Words.');
  const { documents, comments, changes } = await compareListed({
    names: ['a.md', 'sub/new.md', 'sub/other.md', 'x/y.md'],
    shown: ['a.md', 'sub/old.md', 'sub/deleted.md'],
    before: async (name) => [blockOf(name, name === 'sub/deleted.md' ? 'Deleted.' : 'Words.')],
    after: async (name) => {
      read.push(name);
      return [blockOf(name, text(name.slice(name.lastIndexOf('/') + 1)))];
    },
    comments: [commentOn('sub/old.md', 'Words.'), commentOn('sub/deleted.md', 'Deleted.')],
    older: [{ comment: commentOn('sub/old.md', 'Words.'), state: 'standing', isOlder: true }],
  });
  expect(documents).toEqual([
    { name: 'a.md', state: 'same' },
    { name: 'sub/new.md', state: 'same', was: 'sub/old.md' },
    { name: 'sub/deleted.md', state: 'gone' },
  ]);
  expect(comments).toMatchObject([
    { state: 'standing', comment: { file: 'sub/new.md' }, blockId: 'sub/new.md Words.' },
    { state: 'lost', comment: { file: 'sub/deleted.md' } },
    { state: 'standing', comment: { file: 'sub/new.md' }, isOlder: true },
  ]);
  expect(changes).toEqual([]);
  // What is in other folders under another name is not looked at.
  expect(read).not.toContain('x/y.md');
});
