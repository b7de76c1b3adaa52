import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gatewaySessionId as id, openGateway } from '../../helpers/gateway.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  // Nothing listens there: what is handed on is told by the error.
  gateway = await openGateway(1);
});
afterAll(() => gateway.close());

/** The status and the last line of what the gateway answers to a target, sent as it is written. */
const ask = (target: string) =>
  new Promise<string>((resolve, reject) => {
    const head = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nConnection: close`;
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
    let text = '';
    socket.on('data', (part) => (text += String(part)));
    socket.on('close', () => {
      const code = /"code":"(\w+)"/u.exec(text)?.[1];
      const where = /^location: (.*)$/imu.exec(text)?.[1];
      const asked = /^dashboard (.*)$/mu.exec(text)?.[1];
      resolve([text.slice(9, 12), code ?? where ?? asked ?? ''].join(' ').trim());
    });
    socket.on('error', reject);
  });

it.each([
  ['/', '308 /dashboard/'],
  ['/?x=1', '308 /dashboard/'],
  ['/dashboard', '308 /dashboard/'],
  ['/list', '200'],
  ['/list?x', '200'],
  [`/s/${id}`, `308 /s/${id}/`],
  [`/s/${id}?x=/`, `308 /s/${id}/`],
  [`/s/${id}/`, '502 session_unreachable'],
  [`/s/${id}${sessionPath('getDiff')}?id=1`, '502 session_unreachable'],
  // The session's own server is asked for what stands there, and knows no such path.
  [`/s/${id}/../..${controlPath('getStatus')}`, '502 session_unreachable'],
  [`/s/${id}//evil.example/`, '502 session_unreachable'],
])('%s leads somewhere', async (target, expected) => {
  expect(await ask(target)).toBe(expected);
});

it.each([
  ['/dashboard/', '/'],
  [
    `/dashboard${controlPath('getStatus')}?workers=memory`,
    `${controlPath('getStatus')}?workers=memory`,
  ],
  [`/dashboard/..${controlPath('shutdown')}`, `/..${controlPath('shutdown')}`],
])('%s is asked of the dashboard', async (target, path) => {
  expect(await ask(target)).toBe(`200 ${path}`);
});

it.each([
  '/s',
  '/s/',
  '//',
  '/x',
  controlPath('getStatus'),
  '/dashboardx',
  '/Dashboard/',
  '//dashboard/',
  '/dashboard%2f',
  '/list/',
  sessionPath('getSession'),
  `//s/${id}/`,
  `/S/${id}/`,
  `/s//${id}/`,
  `/s/${id}x/`,
  `/s/${id.slice(1)}/`,
  `/s/${id.toUpperCase()}x/`,
  `/s/${id}%2fapi`,
  `/s/${id}\\api`,
  `/s/${id};x/`,
  `/s/${id}%00/`,
  `/./s/${id}/`,
  `/x/../s/${id}/`,
  `/%73/${id}/`,
  '/s/__proto__/',
])('%s is nothing', async (target) => {
  expect(await ask(target)).toBe('404 not_found');
});

it.each(['http://127.0.0.1/s/0/', 'abc://host'])('%s is refused', async (target) => {
  expect(await ask(target)).toBe('400 bad_request');
});
