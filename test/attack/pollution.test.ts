import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modeSchema } from '../../shared/session/mode.ts';
import { entry } from '../helpers/supervisor.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

const worker = entry('worker');
const base = '/api/external-annotations';

/** As text, since `__proto__` in an object literal would not become a key. */
const hostile = [
  '{"__proto__":{"text":"polluted","polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}},"prototype":{"polluted":1}}',
  '{"id":"polluted","createdAt":"polluted","placement":"exact","blockId":"polluted"}',
  '{"__proto__":null,"toString":"polluted","hasOwnProperty":"polluted","polluted":1}',
];

interface List {
  readonly version: number;
  readonly annotations: readonly Record<string, unknown>[];
}

describe.each(modeSchema.options)('in a %s session', (mode) => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openSession(worker, mode, { isKept: true });
  });
  afterAll(() => session.remove());

  /** A single finding in it. */
  const open = async () => {
    await session.call(base, { method: 'DELETE' });
    const finding = { source: 'tool', scope: 'general', text: 'a finding' };
    const added = await session.call(base, { method: 'POST', body: finding });
    const { ids } = added.json as { ids: string[] };
    const list = async () => (await session.call(base)).json as List;
    return { ...session, id: ids[0] ?? '', list };
  };

  it.each(hostile)('a patch %s does not change a finding', async (raw) => {
    const { call, id, list } = await open();
    const before = await list();
    const answer = await call(`${base}?id=${id}`, { method: 'PATCH', raw });
    expect(answer.status).toBe(200);
    expect(await list()).toEqual(before);
    expect(answer.text).not.toContain('polluted');
  });

  it.each(hostile)('a finding with an additional %s is stored without it', async (raw) => {
    const { call, list } = await open();
    const extended = `{"source":"tool","scope":"general","text":"second",${raw.slice(1)}`;
    const answer = await call(base, { method: 'POST', raw: extended });
    expect(answer.status).toBe(201);
    const { annotations } = await list();
    expect(annotations).toHaveLength(2);
    expect(JSON.stringify(annotations)).not.toContain('polluted');
    expect(Object.keys(annotations[1] ?? {})).toEqual(Object.keys(annotations[0] ?? {}));
  });

  it.each(hostile)('settings %s are refused, and the file does not change', async (raw) => {
    const { call, files } = await open();
    const before = (await call('/api/config')).json;
    const answer = await call('/api/config', { method: 'POST', raw });
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    expect((await call('/api/config')).json).toEqual(before);
    await expect(readFile(files.config, 'utf8')).rejects.toThrow('ENOENT');
  });

  it('map keys named like a prototype are stored as keys or dropped, never followed', async () => {
    const { call, files } = await open();
    const raw = '{"keys":{"__proto__":"x","constructor":"y","toString":"z"}}';
    expect((await call('/api/config', { method: 'POST', raw })).status).toBe(200);
    const { keys } = (await call('/api/config')).json as { keys: Record<string, string> };
    expect(Object.entries(keys)).toEqual([
      ['constructor', 'y'],
      ['toString', 'z'],
    ]);
    expect(await readFile(files.config, 'utf8')).not.toContain('__proto__');
  });
});
