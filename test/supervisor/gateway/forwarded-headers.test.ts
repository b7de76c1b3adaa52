import { describe, expect, it } from 'vitest';
import { requestHeaders, responseHeaders } from '../../../supervisor/gateway/session-proxy.ts';

const toSession = (headers: Readonly<Record<string, string>>, from = '10.0.0.9') => {
  const flat = requestHeaders(headers, { port: 4000, from });
  const pairs: [string, string][] = [];
  for (let index = 0; index < flat.length; index += 2)
    pairs.push([flat[index] ?? '', flat[index + 1] ?? '']);
  expect(new Set(pairs.map(([name]) => name)).size).toBe(pairs.length);
  return Object.fromEntries(pairs);
};

const always = {
  host: '127.0.0.1:4000',
  forwarded: 'for="10.0.0.9"',
  'x-forwarded-for': '10.0.0.9',
};

describe('what a session gets', () => {
  it('is asked by its own name, and by its own page where that was proved', () => {
    const headers = {
      host: 'box:19440',
      origin: 'http://box:19440',
      'sec-fetch-site': 'same-origin',
      accept: '*/*',
    };
    expect(toSession(headers)).toEqual({
      ...always,
      origin: 'http://127.0.0.1:4000',
      'sec-fetch-site': 'same-origin',
      accept: '*/*',
    });
  });

  it.each([
    ['connection', 'close'],
    ['keep-alive', 'timeout=5'],
    ['te', 'trailers'],
    ['trailer', 'x'],
    ['transfer-encoding', 'chunked'],
    ['upgrade', 'websocket'],
    ['http2-settings', 'x'],
    ['expect', '100-continue'],
    ['proxy-authorization', 'x'],
    ['proxy-connection', 'close'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '127.0.0.1'],
    ['via', '1.1 x'],
    ['cookie', 'token=x'],
    ['authorization', 'Bearer x'],
  ])('is not %s: %s of the client', (name, value) => {
    expect(toSession({ [name]: value })).toEqual(always);
  });

  it('is not what the client says is of the connection', () => {
    expect(toSession({ connection: 'close, X-Hop', 'x-hop': '1', 'x-end': '2' })).toEqual({
      ...always,
      'x-end': '2',
    });
  });

  it('says where an IPv6 client came from', () => {
    expect(toSession({}, '2001:db8::1')['forwarded']).toBe('for="[2001:db8::1]"');
  });
});

it('a client gets what a session answers, less what is of the connection', () => {
  const headers = {
    'content-type': 'text/html',
    'content-security-policy': "frame-ancestors 'none'",
    connection: 'close, x-hop',
    'x-hop': '1',
    'keep-alive': 'timeout=5',
    'transfer-encoding': 'chunked',
  };
  expect(responseHeaders(headers)).toEqual({
    'content-type': 'text/html',
    'content-security-policy': "frame-ancestors 'none'",
  });
});
