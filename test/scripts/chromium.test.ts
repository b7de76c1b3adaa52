import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { unpackChromium } from '../../scripts/chromium.mjs';

test('Chromium can be started by everybody who unpacks it at the same time', async () => {
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
