import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { startGalley, type Galley } from '../helpers/galley.ts';
import { until } from '../helpers/until.ts';

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0, undoSeconds: 0 });
});
afterAll(() => galley.stop());

const present = async (...args: readonly string[]) => {
  const { id, url } = await galley.openByCommand(['plan', 'plan.md', ...args]);
  const api = createApiClient(sessionApi, { url });
  await until('it is prepared', async () => {
    const { body } = await api.call('getPlan');
    return body?.preparation.state === 'ready';
  });
  return { id, api };
};

it('what the agent answers to each comment comes from a file, by their numbers', async () => {
  await galley.write('plan.md', '# Plan\n\nOne thing.\n\nAnother thing.\n');
  const { id, api } = await present();
  const { body: plan } = await api.call('getPlan');
  const comments = ['One thing.', 'Another thing.'].map((text, index) => {
    const block = plan?.blocks.find((one) => one.text === text);
    return {
      id: `${index}`,
      type: 'COMMENT' as const,
      kind: 'must' as const,
      text: `Why ${text}`,
      blockId: block?.id ?? '',
      startOffset: 0,
      endOffset: text.length,
      originalText: text,
    };
  });
  await api.call('deny', { body: { feedback: '', annotations: comments } });
  expect(await galley.run(['sessions', 'wait', id])).toMatchObject({ code: 10 });

  await galley.write('replies.md', '1. Because of *this*.\n2. Left out.\n3. There is no third.\n');
  const again = await present('--replies', 'replies.md');
  const { body: rounds } = await again.api.call('getRounds');
  expect(rounds?.lastDocument?.comments).toMatchObject([
    { comment: { text: 'Why One thing.' }, reply: 'Because of *this*.' },
    { comment: { text: 'Why Another thing.' }, reply: 'Left out.' },
  ]);
  // The agent hears of what answers nothing.
  const open = (file: string) =>
    galley.run(['sessions', 'open', 'plan', 'plan.md', '--no-browser', '--replies', file]);
  expect(await open('replies.md')).toMatchObject({
    code: 0,
    stderr: 'The last round has comments 1 to 2, so these replies answer nothing: 3.\n',
  });
  await galley.write('no-list.md', 'I have done all of it.\n');
  expect(await open('no-list.md')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There are no replies in no-list.md.'),
  });
  expect(await open('none.md')).toMatchObject({ code: 1 });
});
