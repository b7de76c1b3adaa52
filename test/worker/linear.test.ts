import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../shared/annotations/limits.ts';
import type { Mode } from '../../shared/session/mode.ts';
import { maxViewed } from '../../shared/session/viewed.ts';
import { linear } from '../helpers/cpu-time.ts';
import { sessionPath } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/repository.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';
import { manifest, openSession } from '../helpers/worker.ts';

const worker = entry('worker');
const base = sessionPath('listAnnotations');
const { textLength, filePathLength, nameLength } = defaultLimits;

/** Inputs that have slowed down parsers, regular expressions or searches. */
const shapes: Readonly<Record<string, string>> = {
  'one letter': 'a',
  spaces: ' ',
  'line endings': '\r\n',
  backquotes: '`',
  'angle brackets': '<a',
  brackets: '[a]:',
  'control characters': '\u0001',
  'quotation marks': '"\\',
  'halves of characters': '\ud83d',
};
const ofShape = (shape: string, length: number) => shape.repeat(length / shape.length);

interface Field {
  readonly mode: Mode;
  readonly limit: number;
  readonly path: string;
  readonly method: 'POST' | 'PUT';
  readonly body: (text: string, index: number) => object;
}

const findings = (fields: (text: string) => object) => (text: string) => ({
  annotations: Array.from({ length: 4 }, () => ({ source: 'scan', ...fields(text) })),
});
const inReview = (limit: number, fields: (text: string) => object): Field => ({
  mode: 'review',
  limit,
  path: base,
  method: 'POST',
  body: findings((text) => ({ scope: 'file', filePath: 'a.txt', text: 'x', ...fields(text) })),
});
const inPlan = (limit: number, fields: (text: string) => object): Field => ({
  mode: 'plan',
  limit,
  path: base,
  method: 'POST',
  body: findings((text) => ({ text: 'x', ...fields(text) })),
});
const draft = (limit: number, words: (text: string) => object): Field => ({
  mode: 'review',
  limit,
  path: sessionPath('getDraft'),
  method: 'PUT',
  body: (text, index) => ({ generation: index + 1, comments: [], ...words(text) }),
});
const comment = {
  id: '1',
  scope: 'line',
  filePath: 'a.txt',
  lineStart: 1,
  lineEnd: 1,
  side: 'new',
};

/** Long fields, each at the limit of its route. */
const fields: Readonly<Record<string, Field>> = {
  'a finding’s text': inReview(textLength, (text) => ({ text })),
  'a finding’s code': inReview(textLength, (text) => ({ originalCode: text, suggestedCode: text })),
  'a finding’s path': inReview(filePathLength, (filePath) => ({ filePath })),
  'a finding’s names': inReview(nameLength, (text) => ({ source: text, author: text })),
  'a phrase': inPlan(textLength, (originalText) => ({ type: 'COMMENT', originalText })),
  'a draft’s note': draft(256 * 1024, (feedback) => ({ feedback })),
  'a draft’s editor': draft(65_536, (text) => ({ editors: { e: text } })),
  'a draft’s comment': draft(65_536, (text) => ({
    comments: [{ ...comment, kind: 'must', text, suggestedCode: text, originalCode: text }],
  })),
  'ticks of what was viewed': {
    mode: 'review',
    limit: maxViewed,
    path: sessionPath('getViewed'),
    method: 'PUT',
    body: ({ length }) => ({
      isViewed: true,
      digests: Array.from({ length }, (_, index) => index.toString(16).padStart(32, '0')),
    }),
  },
  'a setting': {
    mode: 'review',
    limit: 1000,
    path: sessionPath('getConfig'),
    method: 'POST',
    body: (text) => ({ quickLabels: [{ label: 'x', text }] }),
  },
};

const { path: folder, remove } = temporaryFolder('cpu');
afterAll(remove);
const reporter = fileURLToPath(new URL('../helpers/cpu-report.cjs', import.meta.url));

/** A session that reports the CPU time of its process in milliseconds. */
const open = async (mode: Mode, isKept = false) => {
  const file = join(folder, randomUUID());
  const fork = { execArgv: ['--require', reporter], env: { CPU_FILE: file } };
  const session = await openSession(worker, mode, { fork, isKept });
  const reports = () => (existsSync(file) ? readFileSync(file, 'latin1').trim().split('\n') : []);
  return {
    session,
    reports,
    time: async (): Promise<number> => {
      const { length } = reports();
      session.child.kill('SIGUSR2');
      await until('it says what time it took', () => reports().length > length);
      return Number(reports().at(-1)) / 1000;
    },
  };
};

const kept = new Map<Mode, ReturnType<typeof open>>();
afterAll(async () => {
  for (const opened of kept.values()) await (await opened).session.remove();
});
/** The one for all fields of a mode. */
const sessionOf = (mode: Mode): ReturnType<typeof open> => {
  const opened = kept.get(mode) ?? open(mode, true);
  kept.set(mode, opened);
  return opened;
};
/** How many texts have been sent. */
let sent = 0;

/** Anything shorter is dominated by the requests themselves. */
const leastMs = 5;
/** How often the long text is sent while it does not look linear, as garbage collection disturbs single takes. */
const takesOfLong = 3;

const least = async (takes: number, take: () => Promise<number>): Promise<number> => {
  let shortest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < takes; at += 1) shortest = Math.min(shortest, await take());
  return Math.max(shortest, leastMs);
};

/** How much more time a text takes that is four times as long; `before` is what it took before, if it has been taken. */
const growthOf = async (
  short: number,
  takeLong: () => Promise<number>,
  before = Number.POSITIVE_INFINITY,
): Promise<number> => {
  let long = before;
  for (let take = 0; take < takesOfLong && long / short >= linear; take += 1)
    long = Math.min(long, await takeLong());
  return long / short;
};

describe('time grows linearly with the length of the text', () => {
  it.each(Object.entries(fields))('%s', async (_, { mode, limit, path, method, body }) => {
    const { session, time } = await sessionOf(mode);
    const send = async (length: number): Promise<number> => {
      // A session would fill up eventually.
      await session.call(base, { method: 'DELETE' });
      const before = await time();
      for (const shape of Object.values(shapes)) {
        const text = ofShape(shape, length);
        const { status } = await session.call(path, { method, body: body(text, sent) });
        expect([200, 201]).toContain(status);
        sent += 1;
      }
      return (await time()) - before;
    };
    // Before, so that the shorter ones run compiled code: what slows down only them hides growth.
    const first = await send(limit);
    const short = await least(2, () => send(limit / 4));
    expect(await growthOf(short, () => send(limit), first)).toBeLessThan(linear);
  });

  it('of a decision with all fields', async () => {
    const decide = async (length: number): Promise<number> => {
      const { session, time, reports } = await open('review');
      const texts = Object.values(shapes).map((shape) => ofShape(shape, length));
      for (const text of texts) {
        const finding = { source: 's', scope: 'file', filePath: 'a.txt', text, originalCode: text };
        await session.call(base, { method: 'POST', body: finding });
      }
      const before = await time();
      const annotations = texts.map((text) => ({
        ...comment,
        type: 'comment',
        text,
        suggestedCode: text,
        originalCode: text,
      }));
      const feedback = texts.join('');
      const body = { feedback, annotations };
      const { status } = await session.call(sessionPath('sendFeedback'), { method: 'POST', body });
      expect(status).toBe(200);
      await session.exited();
      return Number(reports().at(-1)) / 1000 - before;
    };
    const short = await least(2, () => decide(textLength / 4));
    expect(await growthOf(short, () => decide(textLength))).toBeLessThan(linear);
  });

  it('of a search for each shape', async () => {
    const { session, time } = await open('review');
    const sizeOf = async (length: number): Promise<number> => {
      const texts = Object.values(shapes).map((shape) => ofShape(shape, length));
      const lines = texts.map((text) => `+${text.replaceAll(/[\r\n]/gu, '')}\n`).join('');
      const patch = `@@ -0,0 +1,${texts.length} @@\n${lines}`;
      await writeFile(session.files.patch, patch);
      const [file] = manifest.files;
      const files = [{ ...file, offset: 0, bytes: Buffer.byteLength(patch) }];
      await writeFile(session.files.manifest, JSON.stringify({ ...manifest, files }));
      session.send({ type: 'prepared', preparation: { state: 'ready' } });
      return least(2, async () => {
        const before = await time();
        for (const shape of Object.values(shapes)) {
          const q = encodeURIComponent(ofShape(shape, 198).replaceAll(/[\r\n\ud83d]/gu, 'x'));
          expect((await session.call(`${sessionPath('searchDiff')}?q=${q}`)).status).toBe(200);
        }
        return (await time()) - before;
      });
    };
    await sizeOf(64 * 1024);
    const short = await sizeOf(256 * 1024);
    expect((await sizeOf(1024 * 1024)) / short).toBeLessThan(linear);
  });
});
