import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { formatNames, type FormatName } from '../../cli/formats/format.ts';
import { decide, startGalley, type Galley } from '../helpers/galley.ts';
import { hostEvents } from '../helpers/hook-events.ts';
import { Repository } from '../helpers/repository.ts';
import { until } from '../helpers/until.ts';

let galley: Galley;
let repository: Repository;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
});
beforeEach(() => {
  repository = new Repository();
  repository.write('a.txt', 'one\n');
  repository.commit('first');
});
afterEach(() => repository.remove());
afterAll(() => galley.stop());

const start = (name: FormatName, fields: object = {}, env: Record<string, string> = {}) =>
  galley.start(['review', '--format', name, '--no-browser'], {
    input: JSON.stringify(hostEvents[name].stop({ cwd: repository.path, ...fields })),
    env,
  });

const isAgain = { stop_hook_active: true };

describe.each(formatNames)('an agent of %s that is about to finish', (name) => {
  const refusal = ({ code, stdout }: { code: number | null; stdout: string }) => {
    expect(code).toBe(0);
    return hostEvents[name].stopRefused(JSON.parse(stdout));
  };

  it('finishes without a review if nothing has changed', async () => {
    const before = await readdir(join(galley.home, 'state', 'decisions')).catch(() => []);
    expect(await start(name).ended).toMatchObject({ code: 0, stdout: '{}\n' });
    expect(galley.sessions()).toEqual([]);
    const after = await readdir(join(galley.home, 'state', 'decisions'));
    expect(after).toEqual(before);
  });

  it('continues with the feedback, and finishes if nothing has changed since', async () => {
    repository.write('a.txt', 'two\n');
    const first = start(name);
    await decide(await first.url(), 'sendFeedback', { feedback: 'Name it b.' });
    expect(refusal(await first.ended)).toContain('Name it b.');
    expect(refusal(await start(name, isAgain).ended)).toBeUndefined();

    repository.write('a.txt', 'three\n');
    const second = start(name, isAgain);
    await decide(await second.url(), 'sendFeedback', { approved: true });
    expect(refusal(await second.ended)).toBeUndefined();
    expect(refusal(await start(name).ended)).toBeUndefined();
    expect(await galley.listed()).toEqual([]);
  });

  it('is not stopped by errors it could not fix, and the user is told', async () => {
    const outside = await start(name, { cwd: galley.root }).ended;
    expect(refusal(outside)).toBeUndefined();
    expect(outside.stderr).toContain('Galley reviewed nothing');
  });

  it('is stopped if its event cannot be read', async () => {
    const args = ['review', '--format', name, '--no-browser'];
    expect(refusal(await galley.start(args, { input: '{' }).ended)).toContain('did not take place');
  });

  it('is stopped once if no review can take place', async () => {
    repository.write('a.txt', 'two\n');
    const broken = { GALLEY_HOME: '/proc/no-folder-can-be-made-here' };
    expect(refusal(await start(name, {}, broken).ended)).toContain('did not take place');
    expect(refusal(await start(name, isAgain, broken).ended)).toBeUndefined();
  });

  it('is stopped whenever there is an unreviewed change', async () => {
    repository.write('a.txt', 'two\n');
    for (const fields of [{}, isAgain, isAgain]) {
      const hook = start(name, fields);
      await hook.url();
      hook.kill('SIGKILL');
      await hook.ended;
    }
    const closed = start(name, isAgain);
    await decide(await closed.url(), 'exit');
    expect(refusal(await closed.ended)).toContain('closed');
    // Those of the hooks that were killed, too.
    await until('all are closed', () => galley.sessions().length === 0);
  });
});
