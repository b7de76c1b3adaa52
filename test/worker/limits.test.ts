import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../shared/annotations/limits.ts';
import { readDecision } from '../../shared/node/decision-file.ts';
import type { Mode } from '../../shared/session/mode.ts';
import { sessionPath } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/repository.ts';
import { residentBytes } from '../helpers/resources.ts';
import { entry } from '../helpers/supervisor.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

const worker = entry('worker');
const base = sessionPath('listAnnotations');
const budget = defaultLimits.annotationTextPerSession;
const { textLength, filePathLength, nameLength } = defaultLimits;

const finding = (fields: object) => ({
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

const phrase = (fields: object) => ({ source: 'scan', type: 'COMMENT', text: 'x', ...fields });

interface Kind {
  readonly mode: Mode;
  /** The route that decides it. */
  readonly route: string;
  readonly batch: number;
  readonly one: () => object;
}

/** Kinds of findings, sent in batches until the session is full. */
const kinds: Readonly<Record<string, Kind>> = {
  'control characters': {
    mode: 'plan',
    route: 'approve',
    batch: 12,
    one: () =>
      phrase({ text: control.repeat(textLength), originalText: control.repeat(textLength) }),
  },
  'nothing but line endings': {
    mode: 'plan',
    route: 'deny',
    batch: 60,
    one: () => phrase({ type: 'GLOBAL_COMMENT', text: '\r\n'.repeat(textLength / 2) }),
  },
  'long paths and names': {
    mode: 'review',
    route: 'feedback',
    batch: 2000,
    one: () =>
      finding({
        filePath: 'p'.repeat(filePathLength),
        source: quoted.repeat(nameLength / 2),
        author: quoted.repeat(nameLength / 2),
      }),
  },
  'as many as there may be': {
    mode: 'review',
    route: 'exit',
    batch: 10_000,
    one: () => finding({}),
  },
};
const wideOnes = {
  batch: 45,
  one: () => finding({ text: wide, originalCode: wide, suggestedCode: wide }),
};

/** @returns how many were accepted */
const fill = async (session: TestSession, { batch, one }: Pick<Kind, 'batch' | 'one'>) => {
  const raw = Buffer.from(JSON.stringify({ annotations: Array.from({ length: batch }, one) }));
  const headers = { 'content-type': 'application/json' };
  for (let count = 0; ; count += batch) {
    const { status, json } = await session.call(base, { method: 'POST', raw, headers });
    if (status === 201) continue;
    expect({ status, json }).toMatchObject({ status: 409, json: { code: 'annotation_limit' } });
    return count;
  }
};

const recorder = fileURLToPath(new URL('../helpers/peak-memory.cjs', import.meta.url));
const { path: folder, remove } = temporaryFolder('peaks');
afterAll(remove);

const open = async (mode: Mode) => {
  const peak = join(folder, randomUUID());
  const fork = { execArgv: ['--require', recorder], env: { PEAK_FILE: peak } };
  const session = await openSession(worker, mode, { fork });
  const idle = residentBytes(session.child.pid ?? 0);
  return {
    session,
    /** Peak memory above the initial one. */
    grown: async () => {
      await session.exited();
      return Number(readFileSync(peak, 'utf8')) - idle;
    },
  };
};

describe('everything that was accepted fits into the decision', () => {
  it.each(Object.entries(kinds))('%s', async (_, { mode, route, ...kind }) => {
    const { session, grown } = await open(mode);
    const count = await fill(session, kind);
    const answer = await session.call(`/api/${route}`, { method: 'POST', body: {} });
    expect(answer.status).toBe(200);
    expect((await readDecision(session.files.decision))?.annotations).toHaveLength(count);
    expect(await grown()).toBeLessThan(3 * budget);
  });

  it('findings, comments, dismissals and a note at once', async () => {
    const { session, grown } = await open('review');
    const count = await fill(session, wideOnes);
    const body = {
      feedback: control.repeat(150_000),
      annotations: Array.from({ length: 10_000 }, (_, index) => ({
        id: String(index),
        scope: 'general',
        kind: 'must',
        text: '€'.repeat(100),
      })),
      dismissed: Array.from({ length: 100_000 }, () => randomUUID()),
    };
    const answer = await session.call(sessionPath('sendFeedback'), { method: 'POST', body });
    expect(answer.status).toBe(200);
    const decision = await readDecision(session.files.decision);
    expect(decision?.annotations).toHaveLength(count);
    expect(decision?.comments).toHaveLength(10_000);
    expect(decision?.markdown).toContain('### 10000. ');
    expect(await grown()).toBeLessThan(3 * budget);
  });
});
