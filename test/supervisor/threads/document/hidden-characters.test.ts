import { expect, it } from 'vitest';
import { renderedText } from '../../../../supervisor/threads/document/rendered-text.ts';

const rendered = async (text: string, name = 'a.md'): Promise<string[]> =>
  (await renderedText(text, { path: name, name })).found.map(({ html }) => html);

const shown = (character: string, spelled: string) =>
  `<span class="hidden-character" title="${spelled}">${character}</span>`;

it('invisible characters of a document are shown, in its text and its code, and keep their place', async () => {
  const text = 'Pay *100\u202e EUR*, &#x200b;`a\u{e0041}b`.\n\n```ts\n"\u2066"\n```\n';
  const { found } = await renderedText(text, { path: 'a.md', name: 'a.md' });
  const [first, second] = found;
  expect(first?.text).toBe('Pay 100\u202e EUR, \u200ba\u{e0041}b.');
  expect(first?.html).toContain(`<em>100${shown('\u202e', String.raw`\u202e`)} EUR</em>`);
  expect(first?.html).toContain(shown('\u200b', String.raw`\u200b`));
  expect(first?.html).toContain(`<code>a${shown('\u{e0041}', String.raw`\u{e0041}`)}b</code>`);
  expect(second?.html).toContain(`&quot;${shown('\u2066', String.raw`\u2066`)}&quot;`);
});

it('so are those of plain text and of tables', async () => {
  expect((await rendered('a\u200bb\n', 'a.txt')).join('')).toContain(
    `a${shown('\u200b', String.raw`\u200b`)}b`,
  );
  expect((await rendered('a,b\u200bc\n', 'a.csv')).join('')).toContain(
    `b${shown('\u200b', String.raw`\u200b`)}c`,
  );
});

it.each([
  ['an emoji', '👩\u200d💻 ❤️'],
  ['Persian', 'می\u200cخواهم'],
  ['a link with a title', '[a](https://example.org "t")'],
])('what %s needs is not taken for hidden', async (_, text) => {
  expect((await rendered(`${text}\n`)).join('')).not.toContain('hidden-character');
});

it('a joiner between Latin letters is hidden', async () => {
  expect((await rendered('ad\u200dmin\n')).join('')).toContain('hidden-character');
});
