import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sessionPath } from '../helpers/paths.ts';
import { call } from '../helpers/http-call.ts';
import { entry } from '../helpers/supervisor.ts';

const execute = promisify(execFile);
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

test('npm start opens a plan, a document and a code review, each with a finding at its place', async () => {
  const home = await mkdtemp(join(tmpdir(), 'galley-start-'));
  const env = { ...process.env, GALLEY_HOME: home, BROWSER: '', DISPLAY: '', WAYLAND_DISPLAY: '' };
  try {
    const { stdout } = await execute('npm', ['start'], { cwd: root, env });
    for (const [mode, placement] of [
      ['plan', 'exact'],
      ['document', 'document'],
      ['review', 'in-diff'],
    ] as const) {
      const url = new RegExp(`^ *${mode} +(http://127\\.0\\.0\\.1:\\d+)$`, 'mu').exec(stdout)?.[1];
      expect(url, stdout).toBeDefined();
      expect((await call(`${url}${sessionPath('getSession')}`)).json).toMatchObject({
        mode,
        preparation: { state: 'ready' },
      });
      expect((await call(`${url}${sessionPath('listAnnotations')}`)).json).toMatchObject({
        annotations: [{ placement }],
      });
    }
    expect(stdout).toContain('npm run galley -- sessions close --all');
  } finally {
    await execute(process.execPath, [entry('cli'), 'supervisor', 'stop', '--force'], { env });
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}, 120_000);
