import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { findBrowser, unpackChromium } from '../../scripts/chromium.mjs';

test('Chromium can be started by processes that unpack it concurrently', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-chromium-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));

  const started = await Promise.all(
    [1, 2, 3].map(async () => {
      const program = await unpackChromium(folder);
      return promisify(execFile)(program, ['--version']);
    }),
  );

  for (const { stdout } of started) expect(stdout).toContain('Chrom');
  // Of the copies that came too late nothing is left.
  expect(await readdir(folder)).toHaveLength(1);
});

afterEach(() => vi.unstubAllEnvs());

test('CHROME_PATH selects an installed browser', async () => {
  vi.stubEnv('CHROME_PATH', process.execPath);
  expect(await findBrowser()).toBe(process.execPath);
});

test('a CHROME_PATH that does not exist is reported', async () => {
  vi.stubEnv('CHROME_PATH', '/nowhere/chrome');
  await expect(findBrowser()).rejects.toThrow(/CHROME_PATH is \/nowhere\/chrome/u);
});
