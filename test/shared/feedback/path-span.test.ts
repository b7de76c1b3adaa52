import MarkdownIt from 'markdown-it';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentPath } from '../../../shared/feedback/document-path.ts';
import { pathSpan } from '../../../shared/feedback/quotation.ts';

it.each([
  ['src/a.ts', '`src/a.ts`'],
  ['a  b', '`a  b`'],
  [String.raw`"caf\351.txt"`, '`"caf\\351.txt"`'],
  ['a`b', '``a`b``'],
  [' a ', '`  a  `'],
  ['a\n# b', '`"a\\n# b"`'],
  ['"\t\\\u0001', '`"\\"\\t\\\\\\001"`'],
  ['a\u{e0041}❤️', '`"a\\363\\240\\201\\201❤️"`'],
  ['\u202egpj.exe', '`"\\342\\200\\256gpj.exe"`'],
])('%j', (path, span) => {
  expect(pathSpan(path)).toBe(span);
});

it('is one code span in which every character is visible', () => {
  const markdown = new MarkdownIt();
  const part = fc.constantFrom(
    'a',
    ' ',
    '  ',
    '`',
    '``',
    '\\',
    '"',
    '\n',
    '\r',
    '\u2028',
    '#',
    '<b>',
    'é',
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), (parts) => {
      const path = parts.join('');
      const tokens = markdown.parseInline(`in ${pathSpan(path)}, line 1`, {})[0]?.children ?? [];
      expect(tokens.map(({ type }) => type)).toEqual(['text', 'code_inline', 'text']);
      const content = tokens[1]?.content ?? '';
      if (!/[\n\r\u2028]/u.test(path)) expect(content).toBe(path);
      else expect(content).toMatch(/^"[^]*"$/u);
    }),
  );
});

it.each([
  ['sub/a.md', {}, 'sub/a.md'],
  ['sub/a.md', { namesFrom: 'docs' }, 'docs/sub/a.md'],
  ['/elsewhere/a.md', { namesFrom: 'docs' }, '/elsewhere/a.md'],
  [String.raw`"caf\351.md"`, { namesFrom: 'dö' }, String.raw`"d\303\266/caf\351.md"`],
])('the document %j of %j is %j to the agent', (name, reviewed, path) => {
  expect(documentPath(name, reviewed)).toBe(path);
});
