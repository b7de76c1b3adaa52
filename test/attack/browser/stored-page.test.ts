import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DraftAnswer } from '../../../shared/session/draft.ts';
import { modeSchema, type Mode } from '../../../shared/session/mode.ts';
import { bundleModule } from '../../helpers/browser-module.ts';
import { closePages, sharedBrowser } from '../../helpers/browser.ts';
import { htmlFrame } from '../../helpers/html-frame.ts';
import { call } from '../../helpers/http-call.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../../helpers/supervisor.ts';
import { activePayloads, payloads } from './payloads.ts';
import {
  draftOf,
  findingsOf,
  labelSettings,
  nested,
  openingOf,
  packed,
  settings,
  smallSources,
  writeReviewed,
} from './reviewed-payloads.ts';
import { assertInnocent, countShown, readAll, watchedPage } from './watched-page.ts';
import type * as witness from './witness.ts';

declare const tested: typeof witness;

let browser: Browser;
let supervisor: TestSupervisor;
let folder = '';
let cwd = '';
let script = '';
let visit: Awaited<ReturnType<typeof watchedPage>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-stored-'));
  [browser, supervisor, cwd, script] = await Promise.all([
    sharedBrowser(),
    coldHome().then(startSupervisor),
    writeReviewed(folder),
    bundleModule('test/attack/browser/witness.ts'),
  ]);
  visit = await watchedPage(browser, script);
});
afterAll(async () => {
  await closePages(browser);
  await supervisor.stop();
  await rm(folder, { recursive: true, force: true });
});

/** No text reorders what is next to it. */
const assertInOrder = async (elements: Locator): Promise<void> => {
  const places = await elements.evaluateAll((all) =>
    all.map((element) => element.getBoundingClientRect()).map(({ x, y }) => ({ x, y })),
  );
  expect(places).toEqual(places.toSorted((one, other) => one.y - other.y || one.x - other.x));
};

const post = async (url: string, body: object, method = 'POST'): Promise<void> => {
  const { status, text } = await call(url, { method, body });
  if (status >= 300) throw new Error(`${url}: ${status} ${text.slice(0, 1000)}`);
};

/** Every title belongs to one session: the first ones to those that are about something else, too. */
const [
  titleOfPlan = '',
  titleOfDocument = '',
  titleOfReview = '',
  titleOfDiagrams = '',
  titleOfLabels = '',
  ...titles
] = packed(300);
const titleOf: Readonly<Record<Mode, string>> = {
  plan: titleOfPlan,
  document: titleOfDocument,
  review: titleOfReview,
};

const openFull = async (mode: Mode): Promise<string> => {
  const text = titleOf[mode];
  const { url } = await supervisor.open(openingOf({ mode, cwd, text }));
  await post(`${url}/api/external-annotations`, { annotations: findingsOf(mode) });
  await post(`${url}/api/draft`, draftOf(mode), 'PUT');
  await post(`${url}/api/config`, settings());
  return url;
};

/** From now on every rendered finding is expanded in full. */
const openFindings = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const openAll = () => {
      const closed = '.finding-toggle[aria-expanded=false]';
      for (const toggle of document.querySelectorAll<HTMLElement>(closed)) toggle.click();
    };
    new MutationObserver(openAll).observe(document.body, { childList: true, subtree: true });
    openAll();
  });

/** The button that opens a list, and the list's name. */
const lists = [
  [/^[\d,]+ comments?$/u, 'Your comments'],
  [/^[\d,]+ findings?$/u, 'Findings'],
] as const;

/** Opens a list and waits for its rows, whose script is loaded on demand. */
const openList = async (page: Page, [count, list]: (typeof lists)[number]): Promise<void> => {
  await page.getByRole('button', { name: count }).click();
  await page.getByRole('group', { name: list }).getByRole('listitem').first().waitFor();
};

/** Visits everything on the page that shows reviewed content or comments on it. */
const lookAround = async (page: Page, mode: Mode): Promise<void> => {
  if (mode === 'document') {
    // Its HTML as it is, and then its text, which has the notes between.
    const frame = await htmlFrame(page);
    expect(await frame.evaluate(() => tested.isPwned())).toBe(false);
    await page.keyboard.press('Shift+P');
  }
  await page
    .locator(mode === 'review' ? 'diffs-container' : '.block')
    .first()
    .waitFor();
  for (const list of lists) {
    await openList(page, list);
    await readAll(page, '.virtual-list');
  }
  await openFindings(page);
  await readAll(page, '.virtual-list');
  await page.getByRole('button', { name: 'Close the list' }).click();
  await page.evaluate(() => tested.clickAll('.finding-chip'));
  for (const key of ['s', 'Escape', 'w']) await page.keyboard.press(key);
  await readAll(page);
  for (const key of ['n', 'n']) await page.keyboard.press(key);
  for (const key of ['?', 'Control+k', 'Control+Shift+Enter']) {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    await readAll(page, '[role=dialog], [role=dialog] *');
    if (key === 'Control+Shift+Enter') continue;
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  // The text that the agent gets quotes all of it.
  await page.getByRole('button', { name: 'Preview what the agent reads' }).click();
  await page.getByRole('dialog').getByText('pwned').first().waitFor();
};

describe.each(modeSchema.options)('in a %s session', (mode) => {
  it('hostile text is only displayed', { timeout: 480_000 }, async () => {
    const url = await openFull(mode);
    const { page, crimes } = await visit(url);
    await lookAround(page, mode);
    await assertInnocent(page, crimes, url);
    const shown = await countShown(page);
    expect(shown).toBeGreaterThan(Object.keys(payloads).length);
  });
});

describe('a diagram in a list or a quote', () => {
  const hostile = Object.entries(payloads).filter(([name]) => name.startsWith('a diagram'));
  let url = '';
  let visited: Awaited<ReturnType<typeof visit>>;

  beforeAll(async () => {
    const content = hostile.map(([name, payload]) => `# ${name}\n\n${nested(payload)}`).join('\n');
    const source = { content };
    const opening = openingOf({ mode: 'plan', cwd, text: titleOfDiagrams, source });
    ({ url } = await supervisor.open(opening));
    visited = await visit(url);
    await visited.page
      .locator('.diagram')
      .nth(2 * hostile.length - 1)
      .waitFor({ state: 'attached' });
    await readAll(visited.page);
  });

  it.each(hostile.map(([name], index) => [name, index] as const))(
    'is only drawn or refused: %s',
    async (_, index) => {
      const { page, crimes } = visited;
      expect(await page.locator('.diagram').count()).toBe(2 * hostile.length);
      for (const nth of [2 * index, 2 * index + 1]) {
        const diagram = page.locator('.diagram').nth(nth);
        await diagram.scrollIntoViewIfNeeded();
        const state = () => diagram.getAttribute('data-state');
        const settled = expect.toBeOneOf(['drawn', 'refused', 'invalid']);
        await expect.poll(state).toEqual(settled);
      }
      await assertInnocent(page, crimes, url);
    },
  );
});

describe('hostile session names', () => {
  it('are only displayed', { timeout: 240_000 }, async () => {
    for (const [index, text] of titles.entries()) {
      const mode = modeSchema.options[index % 3] ?? 'plan';
      const { url } = await supervisor.open(
        openingOf({ mode, cwd, text, source: smallSources[mode] }),
      );
      const { page, crimes } = await visit(url);
      await page.locator('h1').first().waitFor();
      await readAll(page);
      await assertInnocent(page, crimes, url);
    }
  });
});

describe('hostile quick labels', () => {
  it('are only displayed and made into comments', { timeout: 240_000 }, async () => {
    const content = '# Labels\n\nA paragraph of words.\n';
    const opening = { mode: 'plan', content, title: titleOfLabels, detached: true };
    const { url } = await supervisor.open(opening);
    const { page, crimes } = await visit(url);
    const paragraph = page.locator('.block').getByText('A paragraph of words.');
    const buttons = page.locator('.quick-labels button');
    let made = 0;
    for (const set of labelSettings()) {
      await post(`${url}/api/config`, set);
      const { quickLabels } = (await call(`${url}/api/config`)).json as typeof set;
      const labels = quickLabels.map(({ label }) => label);
      for (const at of labels.keys()) {
        await paragraph.dblclick({ position: { x: 20, y: 10 } });
        await expect.poll(() => buttons.allTextContents()).toEqual(labels);
        if (at === 0) await assertInOrder(buttons);
        await (at < 5 ? page.keyboard.press(String(at + 1)) : buttons.nth(at).click());
        await buttons.first().waitFor({ state: 'detached' });
      }
      made += labels.length;
    }
    const saved = async (): Promise<number | undefined> =>
      ((await call(`${url}/api/draft`)).json as DraftAnswer).draft?.comments.length;
    await expect.poll(saved).toBe(made);
    expect(made).toBe(Object.keys(payloads).length);
    await openList(page, lists[0]);
    await readAll(page);
    await assertInnocent(page, crimes, url);
    expect(await countShown(page)).toBeGreaterThan(made / 2);
  });
});

describe('the witness', () => {
  let page: Page;

  beforeAll(async () => {
    const context = await browser.newContext();
    await context.addInitScript(script);
    page = await context.newPage();
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto('http://page.example/');
  });

  it.each(Object.entries(activePayloads))('detects %s if nothing stops it', async (_, payload) => {
    // In a frame of its own, with a witness of its own.
    const element = await page.evaluateHandle(async () => {
      const frame = document.createElement('iframe');
      frame.src = '/';
      document.body.replaceChildren(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      return frame;
    });
    const frame = await element.contentFrame();
    const seen = await frame?.evaluate(async (html) => {
      document.body.innerHTML = html;
      const attribute = document.createElement('div');
      attribute.innerHTML = `<input value="${html}">`;
      document.body.append(attribute);
      // Some navigate away; the observer is notified right after this.
      await Promise.resolve();
      return tested.crimes.length;
    }, payload);
    expect(seen).toBeGreaterThan(0);
  });
});
