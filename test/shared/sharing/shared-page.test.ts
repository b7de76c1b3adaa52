import { describe, expect, it } from 'vitest';
import { parse } from 'parse5';
import { readSharedFile } from '../../../shared/sharing/read-shared-file.ts';
import {
  embeddedJson,
  sharedFileName,
  sharedPageHead,
  sharedPageTail,
} from '../../../shared/sharing/shared-page.ts';

const parts = {
  title: '</title><script>1</script>',
  style: 'p{}',
  script: '2',
  styleHash: 'c3R5bGU=',
  scriptHash: 'c2NyaXB0',
};
const comment = {
  id: '7d3c2a10-94b5-4c1e-8a52-0f6f2f0b9c11',
  author: 'Ada',
  changedAt: '2026-11-25T12:00:00.000Z',
  kind: 'question',
  text: 'Why?',
};
const review = {
  format: 1,
  session: '0123456789ab',
  title: 'Plan',
  source: '# Plan\n',
  colleagues: [comment],
};
const fileOf = (data: unknown): string =>
  sharedPageHead(parts) + embeddedJson(data) + sharedPageTail(parts);

const hostile = [
  '</script>',
  '</ScRiPt >',
  '<!-- <script>',
  '-->',
  '<![CDATA[',
  '\u2028\u2029',
  '\u202e\u0000',
  '&lt;',
  '\ud800',
  '\\u003c/script>',
];

describe('a shared file', () => {
  it.each(hostile)('carries %j, and no markup of its own', (text) => {
    const html = fileOf({ ...review, title: text, source: text, more: [text] });
    expect(readSharedFile(html)).toEqual({ ...review, title: text, source: text });
    // One data block, one script and nothing else: as many elements as without it.
    expect(elementsOf(html)).toEqual(elementsOf(fileOf(review)));
  });

  it('has the policy of its style and its script, and nothing else', () => {
    expect(sharedPageHead(parts)).toContain(
      "content=\"default-src 'none'; script-src 'sha256-c2NyaXB0'; style-src 'sha256-c3R5bGU='; img-src data:; connect-src 'none';",
    );
  });
});

describe('what is no shared file is refused', () => {
  it.each([
    ['nothing', ''],
    ['a page', '<!doctype html><h1>Hello</h1>'],
    ['an end that is missing', sharedPageHead(parts) + embeddedJson(review)],
    ['damaged data', sharedPageHead(parts) + '{"format":1' + sharedPageTail(parts)],
    ['another format', fileOf({ ...review, format: 2 })],
    ['an id that is none', fileOf({ ...review, session: '../../etc' })],
    ['no list', fileOf({ ...review, colleagues: { length: 1 } })],
    [
      'too many comments',
      fileOf({ ...review, colleagues: Array.from({ length: 5001 }, () => comment) }),
    ],
    ['an author that is too long', fileOf(withComment({ author: 'a'.repeat(201) }))],
    ['no author', fileOf(withComment({ author: '' }))],
    ['an unknown kind', fileOf(withComment({ kind: 'shout' }))],
    ['a time that is none', fileOf(withComment({ changedAt: 'now' }))],
  ])('%s', (_, html) => {
    expect(() => readSharedFile(html)).toThrow('not a review shared by Galley');
  });

  it('in linear time', () => {
    const many = sharedPageHead(parts).repeat(20_000);
    expect(() => readSharedFile(many)).toThrow('not a review');
  });
});

const withComment = (change: object) => ({ ...review, colleagues: [{ ...comment, ...change }] });

it.each([
  ['Plan', undefined, 'Plan.html'],
  ['Plan', 'Ada', 'Plan - Ada.html'],
  ['../../etc/passwd', undefined, 'etc passwd.html'],
  ['.hidden', undefined, 'hidden.html'],
  ['a\u0000b\nc:d', '\u202ex/y', 'ab c d - x y.html'],
  ['', undefined, 'review.html'],
])('the file of %j by %j is named %j', (title, author, name) => {
  expect(sharedFileName(title, author)).toBe(name);
});

interface Node {
  readonly nodeName: string;
  readonly childNodes?: readonly Node[];
}
const namesIn = ({ nodeName, childNodes = [] }: Node): string[] => [
  nodeName,
  ...childNodes.flatMap(namesIn),
];
const elementsOf = (html: string): string[] => namesIn(parse(html));
