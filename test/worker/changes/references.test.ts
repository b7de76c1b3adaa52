import { appendFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { referencesPath } from '../../../shared/node/paths.ts';
import { sessionPath } from '../../helpers/paths.ts';
import { entry } from '../../helpers/supervisor.ts';
import { openSession } from '../../helpers/worker.ts';

const line = (path: string): string =>
  `${JSON.stringify({ path, lines: [{ line: 1, text: 'found' }] })}\n`;

it('references are passed on while they are found', async () => {
  const session = await openSession(entry('worker'), 'review', {
    change: () => ({ provided: ['navigation'] }),
  });
  const answer = fetch(`${session.url}${sessionPath('getReferences')}?name=found&side=new`);
  const { request, wanted } = await session.message('derive');
  if (wanted.kind !== 'references') throw new Error(`It asks for ${wanted.kind}.`);
  const path = referencesPath(session.files.spool, wanted.id);
  // The search has only begun, and has not answered the worker.
  await writeFile(path, line('a'));
  const reader = (await answer).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe(line('a'));
  await appendFile(path, line('b'));
  expect((await reader?.read())?.value).toBe(line('b'));
  const end = '{"end":true}\n';
  await appendFile(path, end);
  session.send({ type: 'derived', request });
  expect((await reader?.read())?.value).toBe(end);
  expect((await reader?.read())?.done).toBe(true);
});
