// Uses a build once, from opening to deciding, so that V8's code cache of each process can be saved with it.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const request = async (url, method = 'GET', body) => {
  const sent =
    body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(url, { method, ...sent });
  await answer.text();
};

const useSession = async (url, finding) => {
  const stop = new AbortController();
  const stream = await fetch(`${url}/api/events`, { signal: stop.signal });
  for (const path of ['/', '/api/session', '/api/draft', '/api/config', '/api/plan', '/api/diff'])
    await request(`${url}${path}`);
  const annotations = `${url}/api/external-annotations`;
  await request(annotations, 'POST', finding);
  await request(annotations, 'POST', { annotations: [finding, finding] });
  await request(annotations);
  await request(annotations, 'DELETE');
  await request(`${url}/api/draft`, 'PUT', { generation: 1, comments: [] });
  stop.abort();
  await stream.body.cancel().catch(() => undefined);
};

/** The highlighter is slow to start, and nobody waits for it for long. */
const coloursOf = async (url) => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(`${url}/api/diff/colours`);
    const { files = [] } = await answer.json();
    if (files.length > 0) return;
    await delay(50);
  }
};

/** Waits until a worker has rehearsed an opening, which it does once it has loaded. */
const warmed = async (galley) => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { warmWorkers } = await galley('supervisor', 'status');
    await delay(300);
    if (warmWorkers > 0) return;
  }
};

/** Writes `code/NAME.cjs.cache` to a folder of bundles, for this version of Node. */
export const writeCodeCaches = async (dist) => {
  const home = await mkdtemp(join(tmpdir(), 'galley-build-'));
  const env = { ...process.env, GALLEY_HOME: home, GALLEY_WRITE_CODE_CACHE: '1' };
  const galley = async (...args) => {
    const { stdout } = await execute(process.execPath, [join(dist, 'cli.cjs'), ...args, '--json'], {
      env,
      cwd: home,
    });
    return JSON.parse(stdout);
  };
  try {
    await writeFile(join(home, 'plan.md'), '# A plan\n\nDo it.\n\n- first\n- second\n');
    await writeFile(
      join(home, 'a.patch'),
      '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-one();\n+two();\n',
    );
    const plan = await galley('sessions', 'open', 'plan', 'plan.md', '--no-browser');
    await useSession(plan.url, { source: 's', text: 't', type: 'COMMENT', originalText: 'second' });
    await request(`${plan.url}/api/approve`, 'POST', {});
    await galley('sessions', 'wait', plan.id);
    const review = await galley('sessions', 'open', 'review', '--patch', 'a.patch', '--no-browser');
    await coloursOf(review.url);
    await useSession(review.url, {
      source: 's',
      text: 't',
      filePath: 'a.txt',
      lineStart: 1,
      lineEnd: 1,
    });
    await galley('sessions', 'close', review.id);
    await galley('sessions', 'list');
    await galley('supervisor', 'stop');
    // Again, and without a session: idle workers are many, and keep in memory what was compiled for another one.
    await rm(join(dist, 'code', 'worker.cjs.cache'));
    await galley('supervisor', 'start');
    await warmed(galley);
  } finally {
    await galley('supervisor', 'stop', '--force');
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
};
