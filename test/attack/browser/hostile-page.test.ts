import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from '../../helpers/browser.ts';
import { attempts, type Aim } from './attempts.ts';
import { attackFrom, openFrom, type Loot } from './hostile-page.ts';
import { startReviewed } from './reviewed.ts';
import { prey, startHostileServer, startUnguardedServer, type TestServer } from './servers.ts';

let browser: Browser;
let hostile: TestServer;
let reviewed: Awaited<ReturnType<typeof startReviewed>>;

beforeAll(async () => {
  [browser, hostile, reviewed] = await Promise.all([
    launchBrowser(
      '--host-resolver-rules=MAP evil.example 127.0.0.1',
      '--disable-features=LocalNetworkAccessChecks',
      // Most of the CPU time would go into processes for hundreds of frames and windows of one site.
      '--process-per-site',
    ),
    startHostileServer(),
    startReviewed(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await hostile.close();
  await reviewed.stop();
});

interface Stranger {
  /** URL of the hostile page. */
  readonly page: (hostilePort: number, port: number) => string;
  /** Origin under which it requests the server. */
  readonly origin: (port: number) => string;
}

const strangers: readonly (readonly [who: string, Stranger])[] = [
  [
    'another port',
    { page: (port) => `http://127.0.0.1:${port}/`, origin: (port) => `http://127.0.0.1:${port}` },
  ],
  [
    'another port of localhost',
    { page: (port) => `http://localhost:${port}/`, origin: (port) => `http://localhost:${port}` },
  ],
  [
    'another site',
    {
      page: (port) => `http://evil.example:${port}/`,
      origin: (port) => `http://127.0.0.1:${port}`,
    },
  ],
  [
    'a name that was rebound',
    {
      page: (_, port) => `http://evil.example:${port}/planted`,
      origin: (port) => `http://evil.example:${port}`,
    },
  ],
];

const refusal = /"code":"forbidden_(?:host|origin)"/u;

const assertNothingGot = ({ taken, frames, texts }: Loot): void => {
  for (const { attempt, aim, text } of taken)
    expect([attempt, aim.url, text]).toEqual([attempt, aim.url, expect.stringMatching(refusal)]);
  expect(frames.filter((url) => !url.startsWith('chrome-error:'))).toEqual([]);
  for (const text of texts) expect(text).toMatch(/^$|forbidden_(?:host|origin)/u);
};

/**
 * The strangers take turns with the routes, each of which is refused by its headers, before it is looked up:
 * `attack/routes.test.ts` sends those of every stranger to every route.
 */
const shareOf = (stranger: Stranger, aims: readonly Aim[]): readonly Aim[] => {
  if (aims.length < 2 * strangers.length) return aims;
  const turn = strangers.findIndex(([, one]) => one === stranger);
  return aims.filter((_, index) => index % strangers.length === turn);
};

/** Attacks every server from as few pages as the stranger needs. */
const attackAll = async (stranger: Stranger): Promise<void> => {
  const { page, origin } = stranger;
  const victims = [...Object.values(reviewed.sessions), reviewed.control];
  const attacks = victims.map((victim) => ({
    url: page(hostile.port, victim.port),
    aims: shareOf(stranger, victim.aims(origin(victim.port))),
  }));
  const statesNow = () => Promise.all(victims.map((victim) => victim.state()));
  const logsNow = () => Promise.all(victims.map((victim) => victim.logged()));
  const states = await statesNow();
  // After the requests for the states.
  const logs = await logsNow();
  for (const url of new Set(attacks.map((attack) => attack.url))) {
    const aims = attacks.flatMap((attack) => (attack.url === url ? attack.aims : []));
    assertNothingGot(await attackFrom(browser, url, aims));
  }
  for (const [index, log] of (await logsNow()).entries()) {
    // Without the marker at the end of each log.
    const added = log.slice(logs[index]?.length, -1);
    expect(added.filter(({ status }) => status !== 403)).toEqual([]);
    // Most attempts reach the server; otherwise this would only test the browser.
    expect(added.length).toBeGreaterThan((attacks[index]?.aims.length ?? 0) * 20);
  }
  expect(await statesNow()).toEqual(states);
};

describe.each(strangers)('a page of %s', (_, stranger) => {
  it('cannot read or change anything in any session, nor through the control API', () =>
    attackAll(stranger));

  it('may open the page in a window, but cannot access it', async () => {
    const { plan } = reviewed.sessions;
    const before = await plan.state();
    const aims = plan.aims(stranger.origin(plan.port)).filter(({ isPage }) => isPage);
    const isRebound = stranger.page(1, 2).endsWith('/planted');
    const opened = await openFrom(browser, stranger.page(hostile.port, plan.port), aims);
    // A rebound name gets an error instead of the page, and may read that.
    if (!isRebound) expect(opened).toEqual({ held: 0, texts: [] });
    for (const text of opened.texts) expect(text).toMatch(refusal);
    expect(await plan.state()).toEqual(before);
  });
});

describe('a server without guards', () => {
  /** Attempts that can never read anything, whatever the origin. */
  const blind = [
    'a beacon of text',
    'a beacon of JSON',
    'a beacon of a form',
    'a preloaded script',
    'a preloaded fetch',
    'a preloaded module',
    'a prefetch',
    // The response is not a font.
    'a font',
  ];
  /** Restricted by browsers to the page's own origin, whatever the server responds. */
  const own = ['fetch, same-origin', 'a worker', 'a service worker'];
  const blindAbroad = [
    ...blind,
    ...own,
    'fetch, no-cors, GET',
    'fetch, no-cors, text/plain',
    'fetch, no-cors, a form, with credentials',
    'fetch, no-cors, JSON that is not said to be',
    'fetch, keepalive',
  ];

  const aimOf = ({ port }: TestServer, method: string) => ({
    method,
    url: `http://127.0.0.1:${port}/api/session?attempt={attempt}`,
    body: '{}',
    isPage: false,
  });
  const names = Object.keys(attempts);
  const without = (left: readonly string[]) => names.filter((name) => !left.includes(name)).sort();

  it.each([
    { who: 'its own page', isOwn: true, unread: blind, unsent: [] },
    { who: 'a page of another port', isOwn: false, unread: blindAbroad, unsent: own },
  ])('is vulnerable to every attempt of $who', async ({ isOwn, unread, unsent }) => {
    const server = await startUnguardedServer();
    const { port } = isOwn ? server : hostile;
    const loot = await attackFrom(browser, `http://127.0.0.1:${port}/`, [
      aimOf(server, 'GET'),
      aimOf(server, 'POST'),
    ]);
    expect([...server.hits].sort()).toEqual(without(unsent));
    const taken = new Set(loot.taken.map(({ attempt }) => attempt));
    expect([...taken].sort()).toEqual(without(unread));
    expect(loot.frames).toHaveLength(7);
    expect(loot.frames.filter((url) => url.startsWith('chrome-error:'))).toEqual([]);
    expect(loot.texts.filter((text) => text.includes(prey))).toHaveLength(isOwn ? 7 : 0);
    await server.close();
  });
});

/** What even its own page is refused; only permitted requesters learn why. */
const refusals: Readonly<Record<string, number>> = {
  // There is no folder for notes.
  'POST /api/notes': 404,
  // Nothing is held.
  'POST /api/decision/release': 409,
  'POST /api/decision/undo': 409,
  // The file is not as it is said to have been read.
  'PUT /api/source': 409,
  // All of its documents are on one page.
  'GET /api/documents': 404,
  // It is not HTML.
  'GET /api/frame': 404,
  'GET /api/assets/key/a.png': 404,
  // There is no such file.
  'GET /api/links/file': 404,
  // There is no earlier round.
  'PUT /api/rounds/settled': 404,
  // No image.
  'POST /api/uploads': 422,
};

describe('a session’s own page', () => {
  it('may do what other pages may not', async () => {
    const { plan } = reviewed.sessions;
    const origin = `http://127.0.0.1:${plan.port}`;
    const { page } = await openPage(browser, origin);
    await page.getByText(prey).first().waitFor();
    const isDecision = ({ url }: Aim) => /\/api\/(?:approve|deny|exit)$/u.test(url);
    const aims = plan.aims(origin).filter(({ isPage }) => !isPage);
    const approve = aims.find(isDecision);
    for (const aim of [...aims.filter((one) => !isDecision(one)), approve]) {
      if (aim === undefined) continue;
      const { method, url, body } = aim;
      const status = await page.evaluate(
        async ([address, sent, text]) => {
          const answer = await fetch(address, {
            method: sent,
            ...(text === null
              ? {}
              : { body: text, headers: { 'content-type': 'application/json' } }),
          });
          await answer.body?.cancel();
          return answer.status;
        },
        [url, method, body ?? null] as const,
      );
      const { [`${method} ${new URL(url).pathname}`]: refused } = refusals;
      const allowed = refused === undefined ? [200, 201, 204] : [refused];
      expect([method, url, status]).toEqual([method, url, expect.toBeOneOf(allowed)]);
    }
  });
});
