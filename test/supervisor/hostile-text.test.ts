import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { controlPath } from '../helpers/paths.ts';
import { describeWhere } from '../helpers/programs.ts';
import { mainThreadMs } from '../helpers/resources.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';

let galley: TestSupervisor;
beforeAll(async () => {
  galley = await startSupervisor(await coldHome());
});
afterAll(() => galley.stop());

/**
 * What opening it takes of the supervisor's main thread, whether it is opened or refused: the least of three, fewer once
 * one is below `enoughMs`.
 */
const costMs = async (request: object, enoughMs = 0): Promise<number> => {
  const costs: number[] = [];
  while (costs.length < 3 && Math.min(...costs) >= enoughMs) {
    const beforeMs = mainThreadMs(galley.supervisor.pid);
    const { json } = await galley.api(controlPath('openSession'), {
      method: 'POST',
      body: { cwd: galley.home, detached: true, ...request },
    });
    costs.push(mainThreadMs(galley.supervisor.pid) - beforeMs);
    const { id } = json as { id?: string };
    if (id !== undefined)
      await galley.api(controlPath('closeSession', { params: { id } }), { method: 'DELETE' });
  }
  return Math.min(...costs);
};

/** What opening costs anyway is part of both sizes; a busy machine's caches make up the rest. */
const slackMs = 30;

/** A text of so many characters, made of one over and over. */
const run = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const MiB = 1024 * 1024;
const content = (piece: string, characters = MiB - 1000) => ({
  most: characters,
  request: (length: number) => ({ mode: 'plan', content: `# a${run(piece, length)}b` }),
});
const plan = { mode: 'plan', content: '# A plan' };

describeWhere(
  existsSync('/proc/self/schedstat') ? undefined : 'needs the time of a thread in /proc',
  "the supervisor's main thread",
  () => {
    it.each([
      ['a heading with blanks inside', content(' ', 3500)],
      ['a heading with many blanks inside', content(' ')],
      ['a heading of marks', content('#')],
      ['a heading with marks apart', content(' #')],
      ['headings without text', content('\n# ')],
      ['line ends of another kind', content('\r')],
      ['open brackets', content('[')],
      ['a text that is parsed by a task', content(' ', 4 * MiB)],
      ['a title', { most: 300, request: (n: number) => ({ ...plan, title: run(' \n', n) }) }],
      ['a key', { most: 300, request: (n: number) => ({ ...plan, key: run('\0', n) }) }],
      ['an origin', { most: 100, request: (n: number) => ({ ...plan, origin: run('\n', n) }) }],
      ['a folder', { most: 4096, request: (n: number) => ({ ...plan, cwd: run('/..', n) }) }],
      ['a path', { most: 4096, request: (n: number) => ({ mode: 'plan', path: run('../', n) }) }],
      [
        'an address',
        {
          most: 8192,
          request: (n: number) => ({ mode: 'document', url: `http://a/${run('%25.', n - 9)}` }),
        },
      ],
      ['a range', { most: 1000, request: (n: number) => ({ mode: 'review', range: run('.', n) }) }],
      [
        'a patch',
        { most: 4096, request: (n: number) => ({ mode: 'review', patch: run('./', n) }) },
      ],
    ])('spends no more than linear time on %s', async (_, { most, request }) => {
      const whole = await costMs(request(most), slackMs);
      // Below the slack, it is linear whatever a quarter costs.
      const quarter = whole < slackMs ? 0 : await costMs(request(most / 4));
      expect(whole).toBeLessThan(6 * quarter + slackMs);
    });
  },
);
