import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../shared/annotations/limits.ts';
import { readDecision } from '../../shared/node/decision-file.ts';
import { bundleEntries } from '../helpers/bundle.ts';
import { temporaryFolder } from '../helpers/repository.ts';
import { residentBytes } from '../helpers/resources.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

const worker = (await bundleEntries('worker'))('worker');
const base = '/api/external-annotations';
const budget = defaultLimits.annotationTextPerSession;
const { textLength, filePathLength, nameLength } = defaultLimits;

const finding = (fields: object = {}) => ({
  source: 'scan',
  filePath: 'a.txt',
  lineStart: 1,
  lineEnd: 2,
  text: 'x',
  ...fields,
});
const control = '\u0001';
const quoted = '"\\';
const wide = `€${'a'.repeat(textLength - 1)}`;

/** Findings of which a session is sent one batch after the other, until it takes no more. */
const kinds: Readonly<Record<string, { readonly batch: number; readonly one: () => object }>> = {
  'control characters': {
    batch: 8,
    one: () =>
      finding({
        text: control.repeat(textLength),
        originalCode: control.repeat(textLength),
        suggestedCode: control.repeat(textLength),
      }),
  },
  'long paths and names': {
    batch: 2000,
    one: () =>
      finding({
        filePath: 'p'.repeat(filePathLength),
        source: quoted.repeat(nameLength / 2),
        author: quoted.repeat(nameLength / 2),
      }),
  },
  'one wide character each': { batch: 45, one: () => finding({ text: wide, originalCode: wide, suggestedCode: wide }) },
  'nothing but line endings': { batch: 60, one: () => finding({ text: '\r\n'.repeat(textLength / 4) }) },
  'as many as there may be': { batch: 10_000, one: () => finding() },
};

/** @returns how many it took */
const fill = async (session: TestSession, { batch, one }: { batch: number; one: () => object }) => {
  const body = { annotations: Array.from({ length: batch }, one) };
  for (let count = 0; ; count += batch) {
    const { status, json } = await session.call(base, { method: 'POST', body });
    if (status === 201) continue;
    expect({ status, json }).toMatchObject({ status: 409, json: { code: 'annotation_limit' } });
    return count;
  }
};

const recorder = fileURLToPath(new URL('../helpers/peak-memory.cjs', import.meta.url));
const { path: folder, remove } = temporaryFolder('peaks');
afterAll(remove);

const open = async () => {
  const peak = join(folder, randomUUID());
  const fork = { execArgv: ['--require', recorder], env: { PEAK_FILE: peak } };
  const session = await openSession(worker, 'review', { fork });
  const idle = residentBytes(session.child.pid ?? 0);
  return {
    session,
    /** What it took at the most beyond what it took at first. */
    grown: async () => {
      await session.exited();
      return Number(readFileSync(peak, 'utf8')) - idle;
    },
  };
};

describe('whatever was accepted can be decided', () => {
  it.each(Object.keys(kinds))('%s', async (kind) => {
    const { session, grown } = await open();
    const count = await fill(session, kinds[kind] ?? { batch: 1, one: finding });
    const answer = await session.call('/api/feedback', { method: 'POST', body: {} });
    console.log(kind, count, Math.round((await grown()) / 2 ** 20));
    expect(answer.status).toBe(200);
    expect((await readDecision(session.files.decision))?.annotations).toHaveLength(count);
    expect(await grown()).toBeLessThan(3 * budget);
  });

  it('all at once', async () => {
    const { session, grown } = await open();
    const count = await fill(session, kinds['one wide character each'] ?? { batch: 1, one: finding });
    const body = {
      feedback: control.repeat(150_000),
      annotations: Array.from({ length: 10_000 }, (_, index) => ({
        id: String(index),
        scope: 'general',
        type: 'comment',
        text: '€'.repeat(60),
      })),
      dismissed: Array.from({ length: 100_000 }, () => randomUUID()),
    };
    const answer = await session.call('/api/feedback', { method: 'POST', body });
    console.log('all', count, Math.round((await grown()) / 2 ** 20), JSON.stringify(body).length);
    expect(answer.status).toBe(200);
    const decision = await readDecision(session.files.decision);
    expect(decision?.annotations).toHaveLength(count);
    expect(decision?.comments).toHaveLength(10_000);
    expect(await grown()).toBeLessThan(3 * budget);
  });
});
