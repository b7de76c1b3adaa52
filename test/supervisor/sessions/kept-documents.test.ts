import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentPaths } from '../../../shared/node/paths.ts';
import { keptDocumentsSchema } from '../../../shared/session/rounds.ts';
import { keepDocuments } from '../../../supervisor/sessions/kept-documents.ts';
import { temporaryFolder } from '../../helpers/repository.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** A spool whose documents were all opened, except for the last one. @returns names of what is kept, and of the rest */
const keep = async (name: string, texts: readonly string[], commented: string) => {
  const spool = join(folder.path, name);
  const { folder: rendered, index, rendered: pathOf } = documentPaths(spool, 1);
  mkdirSync(rendered, { recursive: true });
  const documents = [...texts, 'unopened'].map((_, at) => ({ name: `${at}.md`, bytes: 0 }));
  writeFileSync(index, JSON.stringify({ documents, first: '0.md' }));
  for (const [at, text] of texts.entries()) writeFileSync(pathOf(at), text);
  const decision = join(spool, 'decision.json');
  writeFileSync(decision, JSON.stringify({ comments: [{ id: 'a', file: commented }, {}] }));
  const list = join(spool, 'documents.json');
  await keepDocuments({ spool, decision }, list);
  const all = keptDocumentsSchema.parse(JSON.parse(readFileSync(list, 'utf8')));
  const files = readdirSync(spool).filter((one) => one.startsWith('documents.json.'));
  const isKept = (wanted: boolean) =>
    all.filter((one) => one.isKept === wanted).map((one) => one.name);
  expect(files.toSorted()).toEqual(
    all.flatMap((one) => (one.isKept ? [`documents.json.${one.position}`] : [])).toSorted(),
  );
  return { kept: isKept(true), others: isKept(false) };
};

it('keeps what was opened, up to a number of documents, those with comments first', async () => {
  const texts = Array.from({ length: 201 }, (_, at) => `{"blocks":[${at}]}`);
  const { kept, others } = await keep('many', texts, '200.md');
  expect(kept).toHaveLength(200);
  expect(kept).toContain('200.md');
  expect(others).toEqual(['199.md']);
});

it('keeps no document that is too large, and no more than a number of bytes together', async () => {
  const [large, most] = [17, 15].map((mebibytes) => ' '.repeat(mebibytes * 1024 * 1024));
  const { kept, others } = await keep(
    'large',
    [large, most, most, most, most, most, '{}'].map((text) => text ?? ''),
    '5.md',
  );
  expect(others).toEqual(['0.md', '4.md']);
  expect(kept).toEqual(['1.md', '2.md', '3.md', '5.md', '6.md']);
});
