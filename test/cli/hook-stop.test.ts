import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  beforeAll(() => {
    repository = new Repository();
    repository.write('a.txt', 'one\n');
    repository.commit('first');
  });
  afterAll(() => repository.remove());

  it('finishes without a review if nothing has changed', async () => {
    const decisions = join(galley.home, 'state', 'decisions');
    const before = await readdir(decisions).catch(() => []);
    expect(await start(name).ended).toMatchObject({ code: 0, stdout: '{}\n' });
    expect(galley.sessions()).toEqual([]);
    expect(await readdir(decisions)).toEqual(before);
  });

  it('is stopped whenever there is an unreviewed change', async () => {
    repository.write('a.txt', 'two\n');
    const killed = start(name);
    await killed.url();
    killed.kill('SIGKILL');
    await killed.ended;
    const closed = start(name, isAgain);
    await decide(await closed.url(), 'exit');
    expect(refusal(await closed.ended)).toContain('closed');
    // That of the hook that was killed, too.
    await until('all are closed', () => galley.sessions().length === 0);
  });

  it('continues with the feedback, and finishes if nothing has changed since', async () => {
    repository.write('a.txt', 'three\n');
    const first = start(name);
    await decide(await first.url(), 'sendFeedback', { feedback: 'Name it b.' });
    expect(refusal(await first.ended)).toContain('Name it b.');
    expect(refusal(await start(name, isAgain).ended)).toBeUndefined();

    repository.write('a.txt', 'four\n');
    const second = start(name, isAgain);
    await decide(await second.url(), 'sendFeedback', { approved: true });
    expect(refusal(await second.ended)).toBeUndefined();
    expect(refusal(await start(name).ended)).toBeUndefined();
    expect(galley.sessions()).toEqual([]);
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
    repository.write('a.txt', 'five\n');
    const broken = { GALLEY_HOME: '/proc/no-folder-can-be-made-here' };
    expect(refusal(await start(name, {}, broken).ended)).toContain('did not take place');
    expect(refusal(await start(name, isAgain, broken).ended)).toBeUndefined();
  });
});
