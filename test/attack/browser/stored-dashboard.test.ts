import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardAddress } from '../../../shared/node/dashboard-address.ts';
import { bundleModule } from '../../helpers/browser-module.ts';
import { closePages, sharedBrowser } from '../../helpers/browser.ts';
import { remoteHome } from '../../helpers/remote.ts';
import { startSupervisor, type TestSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import { packed } from './reviewed-payloads.ts';
import { assertInnocent, countShown, readAll, watchedPage } from './watched-page.ts';

let browser: Browser;
let galley: TestSupervisor;
let folder = '';
let visit: Awaited<ReturnType<typeof watchedPage>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-stored-'));
  const [script, ...started] = await Promise.all([
    bundleModule('test/attack/browser/witness.ts'),
    sharedBrowser(),
    startSupervisor(await remoteHome(), { env: { GALLEY_REMOTE: '1' } }),
  ]);
  [browser, galley] = started;
  visit = await watchedPage(browser, script);
});
afterAll(async () => {
  await closePages(browser);
  await galley.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A folder whose name becomes the project's. */
const folderOf = async (text: string): Promise<string> => {
  const path = join(folder, text.replaceAll(/[/\0]/gu, ''));
  await mkdir(path, { recursive: true });
  return path;
};

/** Reviews with hostile title, project and origin; every payload occurs in one of each. */
const openAll = async () => {
  const titles = packed(300);
  const origins = packed(100);
  const count = Math.max(titles.length, origins.length);
  const opened: Awaited<ReturnType<TestSupervisor['open']>>[] = [];
  for (let index = 0; index < count; index += 1) {
    const origin = origins[index % origins.length] ?? '';
    const title = titles[index % titles.length] ?? '';
    const cwd = await folderOf(origin);
    opened.push(
      await galley.open({ mode: 'plan', content: '# P', title, origin, cwd, detached: true }),
    );
  }
  return opened;
};

const loopback = () => galley.supervisor.url;
const gateway = () => `http://127.0.0.1:${galley.supervisor.gateway?.port}`;

/** The list with its dialog, then the figures of memory and deaths. */
const lookAround = async (page: Page, isAnyOpen: boolean): Promise<void> => {
  await page.locator('[data-id]').first().waitFor();
  await readAll(page);
  if (isAnyOpen) {
    const action = page.locator('[data-column=actions] button').first();
    await page.locator('[data-id]').filter({ has: action }).first().hover();
    await action.click();
    await page.getByRole('dialog').waitFor();
    await readAll(page, 'dialog');
    await page.keyboard.press('Escape');
  }
  await page.getByRole('tab', { name: 'System' }).click();
  const place = isAnyOpen ? 'Memory of the sessions' : 'Recently ended processes';
  await page.getByRole('region', { name: place }).getByRole('row').nth(5).waitFor();
  await readAll(page);
};

const assertShown = async (base: string, isAnyOpen: boolean, least: number): Promise<void> => {
  const { page, crimes } = await visit(dashboardAddress(base, galley.supervisor), base);
  await lookAround(page, isAnyOpen);
  await assertInnocent(page, crimes, `${base}/dashboard`);
  expect(await countShown(page)).toBeGreaterThanOrEqual(least);
};

describe('hostile session names', () => {
  it('are only displayed by the dashboard and the list', { timeout: 240_000 }, async () => {
    const opened = await openAll();
    const titles = packed(300).length;
    for (const base of [loopback(), gateway()]) await assertShown(base, true, titles);
    const list = await visit(`${gateway()}/list`, gateway());
    await readAll(list.page);
    await assertInnocent(list.page, list.crimes, `${gateway()}/list`);
    expect(await countShown(list.page)).toBeGreaterThanOrEqual(titles);
    for (const { pid } of opened) process.kill(pid, 'SIGKILL');
    const running = async () =>
      ((await galley.api('/v1/sessions')).json as { sessions: unknown[] }).sessions.length;
    await until('all are known to have died', async () => (await running()) === 0);
    for (const base of [loopback(), gateway()]) await assertShown(base, false, 10);
  });
});
