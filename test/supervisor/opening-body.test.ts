import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { call } from '../helpers/http-call.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: SharedSupervisor;
beforeAll(async () => {
  galley = await shareSupervisor();
});
afterAll(() => galley.stop());

const paragraphs = 50_000;
const paragraph = 'A paragraph of a long plan.\n\n';
const longPlan = `# A long plan\n\n${paragraph.repeat(paragraphs)}`;
const leftovers = async (): Promise<string[]> =>
  (await readdir(galley.state)).filter((name) => name.startsWith('opening-'));

describe('a request larger than 1 MiB', () => {
  it('opens a review of the whole text and leaves no temporary file', async () => {
    const session = await galley.open({ mode: 'plan', content: longPlan, detached: true });
    expect(session).toMatchObject({ title: 'A long plan' });
    const { text } = await call(`${session.url}${sessionPath('getPlan')}`);
    expect(text.split('A paragraph of a long plan.').length).toBeGreaterThan(paragraphs);
    expect(await leftovers()).toEqual([]);
  });

  it('is refused with every issue by name', async () => {
    const body = { mode: 'plan', cwd: '/', content: longPlan, title: '', origin: '' };
    const answer = await galley.api(controlPath('openSession'), { method: 'POST', body });
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 'invalid_request', issues: [{ path: 'title' }, { path: 'origin' }] },
    });
    expect(await leftovers()).toEqual([]);
  });

  it('opens nothing if its key was used before', async () => {
    const headers = { 'idempotency-key': 'the-same-long-plan' };
    const body = { mode: 'plan', cwd: '/', content: longPlan, detached: true };
    const opened = await Promise.all(
      [1, 2].map(() => galley.api(controlPath('openSession'), { method: 'POST', body, headers })),
    );
    const [one, other] = opened.map(({ json }) => (json as { id: string }).id);
    expect(one).toBe(other);
    expect(await leftovers()).toEqual([]);
  });

  it('leaves nothing if it is cut off', async () => {
    const { hostname, port } = new URL(galley.supervisor.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /v1/sessions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${galley.supervisor.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 4000000\r\n\r\n',
    );
    socket.write(`{"mode":"plan","content":"${'x'.repeat(2_000_000)}`);
    await until('its beginning is in a file', async () => (await leftovers()).length > 0);
    socket.destroy();
    await until('the file is gone', async () => (await leftovers()).length === 0);
  });
});

describe('a request without a body', () => {
  it('is told what is missing', async () => {
    const answer = await galley.api(controlPath('openSession'), { method: 'POST' });
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
  });
});
