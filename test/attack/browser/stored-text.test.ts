import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatNames, type FormatName } from '../../../cli/formats/format.ts';
import { decisionSchema, feedbackBodySchema } from '../../../shared/session/decision.ts';
import { modeSchema, type Mode } from '../../../shared/session/mode.ts';
import type { SessionView } from '../../../shared/session/session.ts';
import { decide, startGalley, type Galley, type GalleyResult } from '../../helpers/galley.ts';
import { call } from '../../helpers/http-call.ts';
import { until } from '../../helpers/until.ts';
import { payloads } from './payloads.ts';
import {
  bodyOf,
  commentsOf,
  draftOf,
  findingsOf,
  labelSettings,
  openingOf,
  packed,
  settings,
  writeReviewed,
} from './reviewed-payloads.ts';

let galley: Galley;
let cwd = '';
const sessions: SessionView[] = [];
const titles: string[] = [];

const api = async (path: string, method = 'GET', body?: unknown) => {
  const { url, token } = (await galley.registry()).supervisor;
  const headers = { authorization: `Bearer ${token}` };
  return call(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
};

const open = async (opening: object): Promise<SessionView> => {
  const { status, json, text } = await api('/v1/sessions', 'POST', opening);
  if (status !== 201) throw new Error(text);
  return json as SessionView;
};

const fill = async ({ url, mode }: SessionView): Promise<void> => {
  const annotations = findingsOf(mode);
  const body = { annotations };
  const added = await call(`${url}/api/external-annotations`, { method: 'POST', body });
  if (added.status !== 201) throw new Error(added.text);
  await call(`${url}/api/draft`, { method: 'PUT', body: draftOf(mode) });
  await call(`${url}/api/config`, { method: 'POST', body: settings() });
};

beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
  cwd = await writeReviewed(galley.root);
  await galley.run(['supervisor', 'start']);
  for (const [index, text] of packed(300).entries()) {
    const mode = modeSchema.options[index % 3] ?? 'plan';
    sessions.push(await open(openingOf({ mode, cwd, text })));
    titles.push(text);
  }
  await Promise.all(sessions.slice(0, 3).map(fill));
  await galley.run(['config', 'set', 'browser', payloads['a link of a terminal'] ?? '']);
});
afterAll(() => galley.stop());

/** Characters that control a terminal or reorder text, except tab and newline. */
const steering =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const assertPlain = (what: string, { stdout, stderr }: Omit<GalleyResult, 'code'>): void => {
  for (const text of [stdout, stderr]) {
    const at = steering.exec(text)?.index;
    const found = at === undefined ? '' : JSON.stringify(text.slice(Math.max(0, at - 40), at + 9));
    expect([what, found]).toEqual([what, '']);
  }
};

const hostile = Object.values(payloads)
  .map((text) => text.replaceAll('\0', '').slice(0, 150))
  .filter((_, index) => index % 3 === 0);

/** Commands that print text from others. */
const commandLines = (): string[][] => [
  ['sessions', 'list'],
  ...sessions.flatMap(({ id }, index) => (index < 3 ? [['sessions', 'show', id]] : [])),
  ...modeSchema.options.flatMap((mode) =>
    sessions
      .filter((session) => session.mode === mode)
      .slice(0, 1)
      .map(({ id }) => ['sessions', 'show', id, '--findings']),
  ),
  ...sessions.flatMap(({ id }, index) => (index < 3 ? [['sessions', 'logs', id]] : [])),
  ['supervisor', 'status'],
  ['doctor'],
  ['paths'],
  ['config'],
  ['config', 'get', 'browser'],
  ['config', 'get', 'keys'],
  ...['show', 'wait', 'logs', 'close', 'open'].map((verb, index) => [
    'sessions',
    verb,
    hostile[index] ?? '',
  ]),
  ['sessions', 'close', '--', ...hostile],
  ['config', 'get', hostile[5] ?? ''],
  ['config', 'set', 'theme', hostile[11] ?? ''],
  ['plan', '--no-browser', hostile[12] ?? ''],
  ['document', '--no-browser', `http://${hostile[13]}/`],
  ['review', '--no-browser', hostile[14] ?? ''],
  [payloads['colours and movements'] ?? ''],
  ['plan', payloads['a reordered line'] ?? '', `--${payloads['sequences of one byte']}`],
];

/** One per CPU core at a time. */
const runAll = async (lines: readonly string[][]): Promise<[string[], GalleyResult][]> => {
  const results: [string[], GalleyResult][] = [];
  const queue = lines.values();
  const runNext = async (): Promise<void> => {
    for (const line of queue) results.push([line, await galley.run(line, { cwd })]);
  };
  await Promise.all([runNext(), runNext()]);
  return results;
};

describe('hostile text', () => {
  it('does not control the terminal in any command', { timeout: 240_000 }, async () => {
    for (const [line, result] of await runAll(commandLines()))
      assertPlain(JSON.stringify(line), result);
  });

  it(
    'does not control the terminal as JSON either, which is complete',
    { timeout: 240_000 },
    async () => {
      for (const [line, result] of await runAll(
        commandLines().map((line) => ['--json', ...line]),
      )) {
        assertPlain(JSON.stringify(line), result);
        if (line.includes('logs') || result.stdout === '') continue;
        expect([line, typeof JSON.parse(result.stdout)]).toEqual([line, expect.any(String)]);
      }
      const listed = await galley.listed();
      const whole = titles.map((title) => title.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD'));
      for (const title of listed.map((session) => session.title))
        expect(whole).toContain(title.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD'));
    },
  );

  it('does not control the terminal in quick labels', { timeout: 240_000 }, async () => {
    const url = sessions[0]?.url ?? '';
    for (const body of labelSettings()) {
      const { status } = await call(`${url}/api/config`, { method: 'POST', body });
      expect(status).toBe(200);
      for (const line of [['config'], ['config', 'get', 'quickLabels']]) {
        const plain = await galley.run(line);
        assertPlain(line.join(' '), plain);
        expect(plain.stdout).toContain('pwned');
        assertPlain(`${line.join(' ')} --json`, await galley.run([...line, '--json']));
      }
    }
  });

  it.each(modeSchema.options)(
    'does not control the terminal in the decision on a %s',
    { timeout: 240_000 },
    async (mode: Mode) => {
      const session = sessions.find((one) => one.mode === mode);
      const { id = '', url = '' } = session ?? {};
      const body = {
        ...bodyOf(feedbackBodySchema),
        annotations: commentsOf(mode),
        approved: false,
      };
      await decide(url, mode === 'plan' ? 'deny' : 'sendFeedback', body);
      const plain = await galley.run(['sessions', 'wait', id]);
      const json = await galley.run(['sessions', 'wait', id, '--json']);
      assertPlain('wait', plain);
      assertPlain('wait --json', json);
      assertPlain('show', await galley.run(['sessions', 'show', id]));
      expect([plain.code, json.code]).toEqual([10, 10]);
      expect(plain.stdout).toContain('## Findings that the reviewer took no position on');
      const { comments, annotations } = decisionSchema.parse(JSON.parse(json.stdout));
      expect(comments).toHaveLength(commentsOf(mode).length);
      expect(annotations).toHaveLength(findingsOf(mode).length);
    },
  );
});

const plan = Object.values(payloads).join('\n').replaceAll('\0', '');

const events: Readonly<Record<FormatName, () => object>> = {
  'claude-code': () => ({ tool_name: 'ExitPlanMode', tool_input: { plan } }),
  codex: () => ({ last_assistant_message: `<proposed_plan>\n${plan}\n</proposed_plan>` }),
  gemini: () => ({ tool_name: 'exit_plan_mode', tool_input: { plan_path: 'page.html' } }),
  copilot: () => ({ toolName: 'exit_plan_mode', toolArgs: { planContent: plan } }),
};

describe.each(formatNames)('the answer to %s', (format) => {
  it.each(['approve', 'deny'] as const)('does not control the terminal: %s', async (verdict) => {
    const input = JSON.stringify({ ...events[format](), cwd });
    const hook = galley.start(['plan', '-', '--format', format, '--no-browser'], { input, cwd });
    const url = await hook.url();
    await call(`${url}/api/external-annotations`, {
      method: 'POST',
      body: { annotations: findingsOf('plan') },
    });
    await decide(url, verdict, { feedback: plan, annotations: commentsOf('plan') });
    const result = await hook.ended;
    assertPlain(format, result);
    // Agents print the text itself in a terminal; the plan is returned as they sent it, with the words below.
    const sent = plan.trimEnd();
    const answer = JSON.stringify(JSON.parse(result.stdout), (_, value: unknown) => {
      if (typeof value === 'string') {
        const words = value.startsWith(sent) ? value.slice(sent.length) : value;
        assertPlain(`${format}: words`, { stdout: words, stderr: '' });
      }
      return value;
    });
    // Not every agent accepts a message with an approval.
    if (verdict === 'deny') expect(answer).toContain('pwned gnp.exe');
  });
});

describe('logs and figures', () => {
  const logLines = async (): Promise<string[]> => {
    const folder = join(galley.home, 'state', 'log');
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    return texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  };

  it('have one JSON object per line, without hostile text or secrets', async () => {
    const { supervisor, sessions: records } = await galley.registry();
    const secrets = [supervisor.token, supervisor.nonce, ...records.map(({ nonce }) => nonce)];
    const url = records[0]?.url ?? '';
    // Refusals and failed preparations are logged, too.
    const annotations = `${url}/api/external-annotations`;
    await call(`${annotations}?id=pwned&token=${supervisor.token}`, { method: 'PATCH', body: {} });
    await call(`${url}/pwned/${supervisor.token}`, { headers: { 'x-pwned': 'pwned' } });
    await call(annotations, { method: 'POST', body: { text: 'pwned' } });
    const failing = { mode: 'plan', cwd, title: 'pwned', detached: true };
    await open({ ...failing, content: 'pwned\0' });
    await open({ ...failing, mode: 'document', url: 'http://pwned:pwned@127.0.0.1:1/pwned' });
    let lines: string[] = [];
    await until('both failures are logged', async () => {
      lines = await logLines();
      return lines.filter((line) => line.includes('preparation failed')).length === 2;
    });
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) as number });
      expect([line, line.includes('pwned')]).toEqual([line, false]);
      for (const secret of secrets) expect([line, line.includes(secret)]).toEqual([line, false]);
      expect(line).not.toMatch(steering);
    }
  });

  it('of the supervisor contain no hostile text', async () => {
    const { status, text } = await api('/metrics');
    expect(status).toBe(200);
    expect(text).not.toMatch(/pwned/u);
    expect(text).not.toMatch(steering);
  });
});
