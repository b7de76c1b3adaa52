import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import type { SessionView } from '../../shared/session/session.ts';
import type { Status } from '../../shared/supervisor/status.ts';
import { decide } from '../helpers/decide.ts';
import { launchBrowserBy, openPage } from '../helpers/browser.ts';
import { joinTwoNetworks, missingForNamespaces, type TwoNetworks } from '../helpers/namespaces.ts';
import { describeWhere } from '../helpers/programs.ts';
import { remoteHome } from '../helpers/remote.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

/** Asks for an address, and prints the status of the answer or why there is none. */
const asking = `
const [url, options] = process.argv.slice(1);
const { method, headers, body } = JSON.parse(options);
const request = require('node:http').request(url, { method, headers, timeout: 30000 });
request.on('response', (response) => { console.log(response.statusCode); response.destroy(); });
request.on('timeout', () => request.destroy(Object.assign(new Error(), { code: 'TIMEOUT' })));
request.on('error', ({ code }) => console.log(code));
request.end(body);`;

const openPlan = ['sessions', 'open', 'plan', '--no-browser', '--json'];

/** A header that browsers mind on such pages alone, and say so. */
const ignoredThere = /^The Cross-Origin-Opener-Policy header has been ignored/u;

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

describeWhere(missingForNamespaces(), 'from another machine', () => {
  let networks: TwoNetworks;
  let browser: Browser;
  let place: Awaited<ReturnType<typeof remoteHome>>;
  beforeAll(async () => {
    networks = joinTwoNetworks();
    browser = await launchBrowserBy(networks.wrapper);
  });
  afterAll(async () => {
    await browser.close();
    networks.remove();
  });
  beforeEach(async () => {
    place = await remoteHome();
    await writeFile(join(place.home, 'plan.md'), '# Move the parser\n\nIn two weeks.\n');
  });
  afterEach(async () => {
    await galley('supervisor', 'stop', '--force');
    await place.remove();
  });

  const commandOf = (args: readonly string[]) =>
    networks.inside('first', [process.execPath, entry('cli'), ...args]);
  const environment = () => ({ ...process.env, GALLEY_HOME: place.home });

  /** Runs the CLI on the first machine. */
  const galley = async (...args: string[]): Promise<string> => {
    const [file, rest] = commandOf(args);
    return (await promisify(execFile)(file, rest, { env: environment() })).stdout;
  };

  /** Asks from the second machine. */
  const ask = async (url: string, options: Asked = {}): Promise<string> => {
    const script = [process.execPath, '-e', asking, url, JSON.stringify(options)];
    const { stdout } = await promisify(execFile)(...networks.inside('second', script));
    return stdout.trim();
  };

  it('a review is decided through the gateway', async () => {
    const [file, args] = commandOf(['plan', 'plan.md', '--remote', '--no-browser', '--json']);
    const waiting = spawn(file, args, { env: environment(), cwd: place.home });
    const printed = { stdout: '', stderr: '' };
    waiting.stdout.setEncoding('utf8').on('data', (part: string) => (printed.stdout += part));
    waiting.stderr.setEncoding('utf8').on('data', (part: string) => (printed.stderr += part));
    const ended = once(waiting, 'close');
    await until('it says who can reach it', () => {
      if (waiting.exitCode !== null) throw new Error(printed.stderr);
      return printed.stderr.includes('Anyone who can reach port');
    });
    const url = / at (http:\/\/\S+)/u.exec(printed.stderr)?.[1] ?? '';
    expect(url).toMatch(`http://${networks.address}:`);

    const { page, problems } = await openPage(browser, url);
    await page.getByRole('heading', { name: 'Move the parser', level: 1 }).last().waitFor();
    const finding = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source: 'lint', text: 'Until when exactly?' }),
    };
    expect(await ask(`${url}/api/external-annotations`, finding)).toBe('201');
    await page.getByRole('button', { name: '1 finding', exact: true }).waitFor();
    // Much of what a browser offers is missing on a page that came over plain HTTP from elsewhere.
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.keyboard.press('g');
    await page.getByRole('textbox', { name: 'Overall comment' }).fill('Say it.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await decide(page, { verdict: 'Approve' });
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    expect(problems.filter((problem) => !ignoredThere.test(problem))).toEqual([]);
    expect(await ended).toEqual([0, null]);
    expect(JSON.parse(printed.stdout) as Decision).toMatchObject({
      outcome: 'approved',
      comments: [{ text: 'Say it.' }],
    });
  });

  it('the reviews are reached in remote mode, the control API and other names are not', async () => {
    const opened = await galley(...openPlan, join(place.home, 'plan.md'), '--remote');
    const { url, port } = JSON.parse(opened) as SessionView;
    const status = JSON.parse(await galley('supervisor', 'status', '--json')) as Status;
    expect(await ask(`${url}/api/session`)).toBe('200');
    expect(await ask(`${status.gateway?.url}/`)).toBe('308');
    expect(await ask(`${status.gateway?.url}/dashboard/`)).toBe('200');
    expect(await ask(`${status.gateway?.url}/dashboard/v1/sessions`)).toBe('401');
    expect(await ask(`http://${networks.address}:${port}/api/session`)).toBe('200');
    const { port: controlPort } = new URL(status.url);
    expect(await ask(`http://${networks.address}:${controlPort}/v1/hello?challenge=x`)).toBe(
      'ECONNREFUSED',
    );
    expect(await ask(`${status.gateway?.url}/v1/hello?challenge=x`)).toBe('404');
    const evil = { headers: { host: 'evil.example' } };
    expect(await ask(`${url}/api/session`, evil)).toBe('403');
  });

  it('a page of another site there can neither read nor write', async () => {
    const plan = join(place.home, 'plan.md');
    const { url } = JSON.parse(await galley(...openPlan, plan, '--remote')) as SessionView;
    const page = await browser.newPage();
    await page.route('http://evil.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>evil</title>' }),
    );
    await page.goto('http://evil.example/');
    const read = await page.evaluate(async (session) => {
      const asScript = new Promise((resolve) => {
        const script = document.createElement('script');
        script.addEventListener('load', () => resolve('loaded'));
        script.addEventListener('error', () => resolve('refused'));
        script.src = `${session}/api/session`;
        document.head.append(script);
      });
      const asText = fetch(`${session}/api/session`).then(
        () => 'read',
        () => 'refused',
      );
      const post = (path: string) =>
        fetch(session + path, { method: 'POST', mode: 'no-cors', body: '{}' }).catch(
          () => undefined,
        );
      await Promise.all([post('/api/exit'), post('/api/approve')]);
      return Promise.all([asScript, asText]);
    }, url);
    expect(read).toEqual(['refused', 'refused']);
    await page.evaluate((session) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = `${session}/api/exit`;
      document.body.append(form);
      form.submit();
    }, url);
    // Here no browser says what relation the page has: the Origin alone gives it away.
    const log = join(place.home, 'state', 'log', 'supervisor.log');
    await until('all that writes is refused', async () => {
      const refusals = (await readFile(log, 'utf8'))
        .split('\n')
        .filter((line) => line.includes('"method":"POST"') && line.includes('"status":403'));
      return refusals.length === 3;
    });
    expect(await ask(`${url}/api/session`)).toBe('200');
    await page.close();
  });

  it('nothing is reached in local mode', async () => {
    const opened = await galley(...openPlan, join(place.home, 'plan.md'), '--no-remote');
    const { port } = JSON.parse(opened) as SessionView;
    expect(await ask(`http://${networks.address}:${port}/api/session`)).toBe('ECONNREFUSED');
  });
});
