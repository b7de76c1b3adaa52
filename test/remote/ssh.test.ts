import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { closePages, openPage, sharedBrowser } from '../helpers/browser.ts';
import { decide } from '../helpers/decide.ts';
import { call } from '../helpers/http-call.ts';
import { describeWhere } from '../helpers/programs.ts';
import { freeGatewayPort } from '../helpers/remote.ts';
import { addFinding, startReviews, type Reviews } from '../helpers/review-session.ts';
import { freePort, missingForSsh, startSshServer, type SshServer } from '../helpers/ssh-server.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

/** What a process prints, as it comes. */
const outputOf = (child: ChildProcess) => {
  const printed = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (printed.stdout += part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (printed.stderr += part));
  return printed;
};

describeWhere(missingForSsh(), 'over a real SSH connection', () => {
  let server: SshServer;
  let reviews: Reviews;
  let browser: Browser;
  beforeAll(async () => {
    [server, reviews, browser] = await Promise.all([
      startSshServer(),
      startReviews(),
      sharedBrowser(),
    ]);
    await freeGatewayPort(reviews.home);
    await writeFile(join(reviews.home, 'plan.md'), '# Move the parser\n\nIn two weeks.\n');
  });
  afterAll(async () => {
    await closePages(browser);
    await reviews.stop();
    await server.stop();
  });

  /** Runs the CLI where the login leads to. */
  const galley = (...args: string[]) => {
    const home = `GALLEY_HOME=${reviews.home}`;
    const command = quoted(['env', home, process.execPath, entry('cli'), ...args]);
    return server.ssh([...server.destination, `cd ${quoted([reviews.home])} && ${command}`]);
  };

  it('a review that is opened there is decided here, by the line that it prints', async () => {
    const login = galley('plan', 'plan.md', '--no-browser', '--json');
    const printed = outputOf(login);
    const ended = once(login, 'close');
    await until('it says who can reach it', () => {
      if (login.exitCode !== null) throw new Error(printed.stderr + server.log());
      return printed.stderr.includes('Anyone who can reach port');
    });
    const line = /^Through SSH: ssh -L (\d+):(127\.0\.0\.1:\d+) (.*)$/mu.exec(printed.stderr);
    const [, near, far, destination] = line ?? [];
    const path = /^then open http:\/\/localhost:\d+(\/s\/\w+\/)$/mu.exec(printed.stderr)?.[1];
    expect([far, destination]).toEqual([`127.0.0.1:${near}`, server.destination.join(' ')]);

    // Both ends are on this machine here, and the gateway has the port already.
    const port = await freePort();
    const forward = ['-N', '-L', `${port}:${far}`, ...server.destination];
    const tunnel = server.ssh(forward);
    const tunnelled = outputOf(tunnel);
    await until('the port is forwarded', async () => {
      if (tunnel.exitCode !== null) throw new Error(tunnelled.stderr + server.log());
      return call(`http://localhost:${port}/dashboard/`).then(
        ({ status }) => status === 200,
        () => false,
      );
    });

    const url = `http://localhost:${port}${path}`;
    const { page, problems } = await openPage(browser, url);
    await page.getByRole('heading', { name: 'Move the parser', level: 1 }).last().waitFor();
    await addFinding(url.slice(0, -1), { source: 'lint', text: 'Until when exactly?' });
    await page.getByRole('button', { name: '1 finding', exact: true }).waitFor();
    await decide(page);
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    expect(problems).toEqual([]);

    expect(await ended).toEqual([0, null]);
    const decision = JSON.parse(printed.stdout) as Decision;
    expect(decision).toMatchObject({ outcome: 'approved', annotations: [{ source: 'lint' }] });
    tunnel.kill();
    await once(tunnel, 'close');
  });

  it('that a login is one is seen', async () => {
    const login = galley('doctor');
    const printed = outputOf(login);
    await once(login, 'close');
    expect(printed.stdout).toMatch(
      /network +remote mode, because SSH_CONNECTION points to an SSH/u,
    );
  });
});
