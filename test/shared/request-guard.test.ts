import { describe, expect, it } from 'vitest';
import { GalleyError } from '../../shared/errors.ts';
import { guardRequest, type GuardPolicy } from '../../shared/request-guard.ts';

const local: GuardPolicy = { isRemote: false, hostNames: ['build.example'] };
const remote: GuardPolicy = { ...local, isRemote: true };

type Headers = Readonly<Record<string, string>>;
interface Asked {
  readonly method?: string;
  readonly target?: string;
  readonly headers: Headers;
  readonly policy?: GuardPolicy;
  readonly moreHosts?: readonly string[];
}

/** The code of the refusal; `passes` where there is none. */
const verdict = ({
  method = 'GET',
  target = '/api/x',
  headers,
  policy = local,
  moreHosts = [],
}: Asked) => {
  const rawHeaders = [
    ...Object.entries(headers).flat(),
    ...moreHosts.flatMap((host) => ['hOST', host]),
  ];
  try {
    guardRequest({ method, target, headers, rawHeaders }, policy);
    return 'passes';
  } catch (error) {
    return error instanceof GalleyError ? error.code : error;
  }
};

describe('Host', () => {
  it.each([
    ['127.0.0.1', 'passes'],
    ['127.0.0.1:43817', 'passes'],
    ['localhost:1', 'passes'],
    ['LocalHost:1', 'passes'],
    ['[::1]:80', 'passes'],
    ['', 'forbidden_host'],
    ['[', 'forbidden_host'],
    ['a b', 'forbidden_host'],
    ['127.1', 'forbidden_host'],
    ['0x7f.1', 'forbidden_host'],
    ['2130706433', 'forbidden_host'],
    ['127.0.0.1.', 'forbidden_host'],
    ['127.0.0.1:', 'forbidden_host'],
    ['127.0.0.1:123456', 'forbidden_host'],
    ['127.0.0.1:80@evil.example', 'forbidden_host'],
    ['127.0.0.1.evil.example', 'forbidden_host'],
    ['evil.example', 'forbidden_host'],
    ['build.example', 'forbidden_host'],
    ['10.0.0.1', 'forbidden_host'],
    ['localhost\n', 'forbidden_host'],
  ])('%j in local mode: %s', (host, expected) => {
    expect(verdict({ headers: { host } })).toBe(expected);
  });

  it.each([
    ['10.0.0.1:8080', 'passes'],
    ['[fe80::1]:8080', 'passes'],
    ['build.example:8080', 'passes'],
    ['BUILD.example', 'passes'],
    ['other.example', 'forbidden_host'],
    ['build.example.evil', 'forbidden_host'],
    ['10.0.0.1.evil.example', 'forbidden_host'],
  ])('%j in remote mode: %s', (host, expected) => {
    expect(verdict({ headers: { host }, policy: remote })).toBe(expected);
  });

  it('must occur once, in any case', () => {
    expect(verdict({ headers: {} })).toBe('forbidden_host');
    const headers = { host: '127.0.0.1' };
    expect(verdict({ headers, moreHosts: ['127.0.0.1'] })).toBe('forbidden_host');
  });
});

describe('Origin and Sec-Fetch-Site', () => {
  const host = '127.0.0.1:43817';
  it.each<[string, Headers, string, string]>([
    ['neither, as a tool', {}, 'POST', 'passes'],
    ['our origin', { origin: `http://${host}` }, 'POST', 'passes'],
    ['our origin by https', { origin: `https://${host}` }, 'POST', 'forbidden_origin'],
    ['another port', { origin: 'http://127.0.0.1:1' }, 'POST', 'forbidden_origin'],
    ['another name of loopback', { origin: 'http://localhost:43817' }, 'POST', 'forbidden_origin'],
    ['null', { origin: 'null' }, 'GET', 'forbidden_origin'],
    ['empty', { origin: '' }, 'GET', 'forbidden_origin'],
    ['same-origin', { 'sec-fetch-site': 'same-origin' }, 'POST', 'passes'],
    ['none, reading', { 'sec-fetch-site': 'none' }, 'GET', 'passes'],
    ['none, asking for the head', { 'sec-fetch-site': 'none' }, 'HEAD', 'forbidden_origin'],
    ['none, writing', { 'sec-fetch-site': 'none' }, 'POST', 'forbidden_origin'],
    ['same-site', { 'sec-fetch-site': 'same-site' }, 'GET', 'forbidden_origin'],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, 'GET', 'forbidden_origin'],
    ['of unknown value', { 'sec-fetch-site': 'x' }, 'GET', 'forbidden_origin'],
    [
      'same-origin with another origin',
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
      'POST',
      'forbidden_origin',
    ],
  ])('%s', (_, headers, method, expected) => {
    expect(verdict({ method, headers: { host, ...headers } })).toBe(expected);
  });

  it('behind a TLS-terminating proxy, our origin may be https', () => {
    const headers = { host, origin: `https://${host}` };
    expect(verdict({ method: 'POST', headers, policy: remote })).toBe('passes');
  });
});

describe('opening the page from another site', () => {
  const link = {
    host: '127.0.0.1:1',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
  it.each<[string, string, Headers, string]>([
    ['GET', '/', {}, 'passes'],
    ['GET', '/?x=/api/', {}, 'passes'],
    ['GET', '/apiary', {}, 'passes'],
    ['POST', '/', {}, 'forbidden_origin'],
    ['GET', '/', { 'sec-fetch-dest': 'iframe' }, 'forbidden_origin'],
    ['GET', '/', { 'sec-fetch-mode': 'cors' }, 'forbidden_origin'],
    ['GET', '/api', {}, 'forbidden_origin'],
    ['GET', '/api/session', {}, 'forbidden_origin'],
    ['GET', '/API/session', {}, 'forbidden_origin'],
    ['GET', '//api/session', {}, 'forbidden_origin'],
    ['GET', '/api?x', {}, 'forbidden_origin'],
    ['GET', '/v1/hello', {}, 'forbidden_origin'],
    ['GET', '//V1/sessions', {}, 'forbidden_origin'],
    ['GET', '/metrics', {}, 'forbidden_origin'],
    ['GET', '/metrics.html', {}, 'passes'],
    ['GET', 'http://127.0.0.1:1/', {}, 'bad_request'],
    ['GET', '/', { host: 'evil.example' }, 'forbidden_host'],
  ])('%s %s %j: %s', (method, target, headers, expected) => {
    expect(verdict({ method, target, headers: { ...link, ...headers } })).toBe(expected);
  });
});

describe('what the frame of an HTML document loads', () => {
  const key = '0123456789abcdef0123456789abcdef';
  it.each<[string, string, Headers, string]>([
    ['GET', `/api/assets/${key}/a.png`, {}, 'passes'],
    ['GET', `/api/assets/${key}/`, { 'sec-fetch-dest': 'iframe' }, 'passes'],
    ['GET', `/s/0123456789ab/api/assets/${key}/a.png`, {}, 'passes'],
    ['GET', `/api/assets/${key}/a.png`, { origin: 'null' }, 'passes'],
    ['POST', `/api/assets/${key}/a.png`, {}, 'forbidden_origin'],
    ['GET', `/api/assets/${key.slice(1)}/a.png`, {}, 'forbidden_origin'],
    ['GET', `/api/assets/${key}`, {}, 'forbidden_origin'],
    ['GET', `/api/session?/api/assets/${key}/`, {}, 'forbidden_origin'],
    ['GET', `/x/api/assets/${key}/a.png`, {}, 'forbidden_origin'],
    ['GET', `/api/assets/${key}/a.png`, { host: 'evil.example' }, 'forbidden_host'],
  ])('%s %s %j: %s', (method, target, headers, expected) => {
    const foreign = { host: '127.0.0.1:1', 'sec-fetch-site': 'cross-site', ...headers };
    expect(verdict({ method, target, headers: foreign })).toBe(expected);
  });
});
