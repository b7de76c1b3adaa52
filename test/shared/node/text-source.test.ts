import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { titleOfFile, titleOfText } from '../../../shared/node/text-source.ts';

describe('the title of a text', () => {
  it.each([
    ['# A plan', 'A plan'],
    ['words first\n\n### A plan', 'A plan'],
    ['#\tA plan \t', 'A plan'],
    ['# A plan ##  ', 'A plan'],
    ['# C#', 'C#'],
    ['# C# ##', 'C#'],
    ['# \n## A plan', 'A plan'],
    ['# ##\n## A plan', 'A plan'],
    ['old line ends\r# A plan\rand more', 'A plan'],
    ['# A plan\r\nmore', 'A plan'],
    [`# ${'x'.repeat(400)}`, 'x'.repeat(300)],
    ['#A plan', 'A document'],
    ['####### A plan', 'A document'],
    ['no heading', 'A document'],
    ['', 'A document'],
    [`${'x'.repeat(9000)}\n# too far down`, 'A document'],
  ])('is its first heading: %j', (text, title) => {
    expect(titleOfText('document', text)).toBe(title);
  });
});

describe('the title of a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galley-title-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['plan.md', '# A plan', 'A plan'],
    ['plan.md', 'no heading', 'plan.md'],
    ['script.sh', '# a comment', 'script.sh'],
  ])('%s with %j', async (name, text, title) => {
    const path = join(folder, name);
    await writeFile(path, text);
    expect(await titleOfFile(path)).toBe(title);
  });

  it.each([
    ['binary.md', Buffer.from([35, 0, 1]), 'not_a_text'],
    ['empty.md', Buffer.from(''), 'content_empty'],
    ['gone.md', undefined, 'file_not_found'],
  ])('%s has no title', async (name, bytes, code) => {
    const path = join(folder, name);
    if (bytes !== undefined) await writeFile(path, bytes);
    await expect(titleOfFile(path)).rejects.toMatchObject({ code });
  });
});
