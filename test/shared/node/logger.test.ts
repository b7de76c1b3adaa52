import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import esbuild from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '../../../shared/node/logger.ts';
import { until } from '../../helpers/until.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-log-'));
  file = join(folder, 'x.log');
});
afterEach(() => rm(folder, { recursive: true }));

const open = (rotateBytes?: number) =>
  openLog({
    file,
    level: 'info',
    fields: { component: 'test' },
    ...(rotateBytes === undefined ? {} : { rotateBytes }),
  });
const text = (path: string) => readFile(path, 'utf8').catch(() => '');

test('a line has level, time, pid and component, and is written shortly after', async () => {
  const { logger } = open();
  logger.debug('not of this level');
  logger.info({ route: '/x' }, 'said');
  await until('it is written', async () => (await text(file)).includes('said'));
  const [line = '', ...rest] = (await text(file)).trim().split('\n');
  expect(rest).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/u),
    pid: process.pid,
    component: 'test',
    route: '/x',
    msg: 'said',
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('parse errors are logged without the input, however deeply nested', async () => {
  const { logger, flush } = open();
  await until('the file is open', async () => (await readdir(folder)).length === 1);
  const parse = () => JSON.parse('{"words": secret}') as never;
  const thrown = [parse, () => wrap(parse)].map((fails) => {
    try {
      return fails();
    } catch (error) {
      return error;
    }
  });
  const all = [...thrown, new AggregateError(thrown), new Error('no secret kept')];
  for (const err of all) logger.error({ err }, 'failed');
  flush();
  const lines = (await text(file)).trim().split('\n');
  expect(lines.map((line) => /secret/u.test(line))).toEqual([false, false, false, true]);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({
      err: { stack: expect.stringContaining('logger.test') },
    });
});

test('thrown values that are not errors are logged as they are', async () => {
  const { logger, flush } = open();
  await until('the file is open', async () => (await readdir(folder)).length === 1);
  logger.error({ err: 'only a word' }, 'failed');
  flush();
  expect(await text(file)).toContain('only a word');
});

const wrap = (fails: () => never): never => {
  try {
    return fails();
  } catch (cause) {
    throw new Error(`it failed: ${String(cause)}`, { cause });
  }
};

test('flushed lines are written before exit', async () => {
  const { logger, flush } = open();
  await until('the file is open', async () => (await readdir(folder)).length === 1);
  logger.info('last words');
  flush();
  expect(await text(file)).toContain('last words');
});

test('a large file is rotated, also one opened later; there are at most two', async () => {
  for (const word of ['first', 'second', 'third']) {
    const { logger, flush } = open(2000);
    await until('the file is open', async () => (await readdir(folder)).length > 0);
    logger.info(`${word} ${'x'.repeat(1200)}`);
    await until('it is written', async () =>
      `${await text(file)}${await text(`${file}.1`)}`.includes(word),
    );
    flush();
  }
  await until('it is set aside', async () => (await readdir(folder)).length === 2);
  expect((await readdir(folder)).sort()).toEqual(['x.log', 'x.log.1']);
});

test('a process that exits before its log is open still exits', async () => {
  const script = join(folder, 'script.cjs');
  await esbuild.build({
    stdin: {
      contents: `
        import { openLog } from './logger.ts';
        process.on('uncaughtException', () => undefined);
        openLog({ file: ${JSON.stringify(file)}, level: 'info', fields: {} }).logger.info('said');
        setInterval(() => undefined, 1000);
        process.exit(3);`,
      resolveDir: join(dirname(fileURLToPath(import.meta.url)), '../../../shared/node'),
      loader: 'ts',
    },
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
  await expect(
    promisify(execFile)(process.execPath, [script], { timeout: 10_000 }),
  ).rejects.toMatchObject({ code: 3, killed: false });
});
