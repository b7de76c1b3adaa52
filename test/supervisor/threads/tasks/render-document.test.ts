import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  renderedDocumentSchema,
  type RenderedDocument,
} from '../../../../shared/placement/blocks.ts';
import { framePath } from '../../../../shared/node/paths.ts';
import { placePhrase } from '../../../../shared/placement/place-phrases.ts';
import type { DocumentSource } from '../../../../supervisor/threads/document-requests.ts';
import { renderDocument } from '../../../../supervisor/threads/tasks/render-document.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';

let folder: string;
let remove: () => void;

beforeEach(() => {
  ({ path: folder, remove } = temporaryFolder('render'));
  mkdirSync(join(folder, 'out'));
});
afterEach(() => remove());

const source = (name: string, content: string | Buffer, isNamed = true): DocumentSource => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, ...(isNamed ? { name } : {}) };
};

const render = async (
  sources: readonly DocumentSource[],
  maxBytes?: number,
): Promise<RenderedDocument> => {
  const output = join(folder, 'out', 'document.json');
  await renderDocument(
    { task: 'render-document', sources, output, ...(maxBytes === undefined ? {} : { maxBytes }) },
    { signal: new AbortController().signal },
  );
  return renderedDocumentSchema.parse(JSON.parse(readFileSync(output, 'utf8')));
};

describe('render-document', () => {
  it('renders MDX as markdown: its imports, components and expressions are shown as they are written', async () => {
    const written = [
      "import { Chart } from './chart.js';",
      '# Sales',
      '<Chart year={2026} onClick={() => fetch("/api/approve")}>\n  Sold *well*\n</Chart>',
      'The sum is {sum + 1}.',
    ];
    const { title, blocks } = await render([source('sales.mdx', written.join('\n\n'))]);
    expect(title).toBe('Sales');
    const html = blocks.map((block) => block.html).join('\n');
    expect(html).not.toMatch(/<chart/iu);
    const text = blocks.map((block) => block.text).join('\n');
    for (const part of ["'./chart.js'", '<Chart year={2026}', '{sum + 1}', '</Chart>'])
      expect(text).toContain(part);
  });

  it('renders markdown with its title, and keeps the source beside it', async () => {
    const { title, blocks } = await render([
      source('input', '\uFEFF# A plan\r\n\r\ntext\r\n', false),
    ]);
    expect(title).toBe('A plan');
    expect(blocks.map(({ id, kind, startLine }) => [id, kind, startLine])).toEqual([
      ['b0', 'heading', 1],
      ['b1', 'paragraph', 3],
    ]);
    expect(readdirSync(join(folder, 'out'))).toEqual(['document.json', 'document.json.source']);
  });

  it('shows code and text as they stand, in parts that a page can lay out', async () => {
    const lines = Array.from({ length: 1100 }, (_, index) => `<${index}> & "quoted"`);
    const { blocks } = await render([source('data.ts', lines.join('\n'))]);
    expect(blocks.map(({ kind, startLine, endLine }) => [kind, startLine, endLine])).toEqual([
      ['code', 1, 500],
      ['code', 501, 1000],
      ['code', 1001, 1100],
    ]);
    expect(blocks.map(({ text }) => text).join('')).toBe(`${lines.join('\n')}\n`);
    expect(blocks[0]?.html).toContain('language-ts');
    expect(placePhrase(blocks, '<777> &')?.startLine).toBe(778);
  });

  it('takes several files, each below its name', async () => {
    const { title, blocks } = await render([
      source('a.md', '# First\n\nshared'),
      source('empty.md', ''),
      source('b<c>.md', 'shared'),
    ]);
    expect(title).toBe('First');
    expect(
      blocks.map(({ id, file, kind, text, startLine }) => [id, file, kind, text, startLine]),
    ).toEqual([
      ['b0', 'a.md', 'heading', 'a.md', 1],
      ['b1', 'a.md', 'heading', 'First', 1],
      ['b2', 'a.md', 'paragraph', 'shared', 3],
      ['b3', 'empty.md', 'heading', 'empty.md', 1],
      ['b4', 'b<c>.md', 'heading', 'b<c>.md', 1],
      ['b5', 'b<c>.md', 'paragraph', 'shared', 1],
    ]);
    expect(blocks[4]?.html).toBe('<h1 class="file">b&lt;c&gt;.md</h1>');
  });

  it('makes blocks and a frame of HTML, without what runs', async () => {
    const html =
      '<!doctype html><html><head><title>The &amp; title</title><style>x{}</style></head><body><script>alert(1)</script><h2>Part</h2><p onclick="x()">A <b>bold</b> <a href="javascript:x()">link</a></p><pre><code>code\n  more</code></pre><ul><li>item</ul></body></html>';
    const { title, blocks } = await render([source('page.html', html)]);
    expect(title).toBe('The & title');
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'code', 'list']);
    const frame = readFileSync(framePath(join(folder, 'out', 'document.json')), 'utf8');
    const all = blocks.map((block) => block.html).join('') + frame;
    expect(all).toContain('A <b>bold</b>');
    expect(all).not.toMatch(/<script|onclick|alert|href="javascript/);
  });

  it('keeps the tables of fetched HTML', async () => {
    const html =
      '<table><tr><th>A</th><th>B | C</th></tr><tr><td>1</td><td><p>2</p><p>3</p></td></tr></table>';
    const input = source('input', html, false);
    writeFileSync(`${input.path}.format`, 'html');
    const { blocks } = await render([input]);
    expect(blocks.map(({ kind }) => kind)).toEqual(['table']);
    expect(blocks[0]?.text.split(/\n+/u)).toEqual(['', 'A', 'B | C', '1', '2 3', '']);
  });

  it('reads a fetched document in the format that was found', async () => {
    const input = source('input', '<p>one</p>', false);
    writeFileSync(`${input.path}.format`, 'html');
    expect((await render([input])).blocks.map(({ text }) => text)).toEqual(['one']);
    writeFileSync(`${input.path}.format`, 'text');
    expect((await render([input])).blocks.map(({ text }) => text)).toEqual(['<p>one</p>\n']);
  });

  it.each([
    ['a binary file', Buffer.from([65, 0, 66]), 'not_a_text', /binary/],
    ['UTF-16', Buffer.from('\uFEFFtext', 'utf16le'), 'not_a_text', /UTF-16/],
    ['what is not UTF-8', Buffer.from([65, 0xe4, 66]), 'not_a_text', /UTF-8/],
    ['an empty file', '', 'content_empty', /empty/],
    ['white space', ' \n\t\n', 'content_empty', /empty/],
    ['a byte order mark', '\uFEFF', 'content_empty', /empty/],
    ['too much', 'x'.repeat(1025 * 1024), 'content_too_large', /1 MiB/],
  ])('refuses %s', async (_, content, code, message) => {
    await expect(render([source('x.md', content)], 1024 * 1024)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(readdirSync(join(folder, 'out'))).toEqual([]);
  });

  it('counts the bytes of all files together', async () => {
    const files = [source('a.md', 'x'.repeat(600)), source('b.md', 'x'.repeat(600))];
    await expect(render(files, 1000)).rejects.toMatchObject({ code: 'content_too_large' });
    await render(files, 1200);
  });

  it('does not wait for a pipe, and says what is missing', async () => {
    const pipe = join(folder, 'pipe.md');
    execFileSync('mkfifo', [pipe]);
    await expect(render([{ path: pipe, name: 'pipe.md' }])).rejects.toMatchObject({
      code: 'not_a_text',
    });
    await expect(render([{ path: folder, name: 'folder' }])).rejects.toMatchObject({
      code: 'not_a_text',
    });
    await expect(render([{ path: join(folder, 'no'), name: 'no' }])).rejects.toMatchObject({
      code: 'file_not_found',
    });
  });

  it('says so where the spool is gone', async () => {
    const input = source('x.md', 'text');
    const request = {
      task: 'render-document',
      sources: [input],
      output: join(folder, 'gone', 'document.json'),
    } as const;
    await expect(
      renderDocument(request, { signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: 'storage_failed' });
    chmodSync(folder, 0o700);
  });
});
