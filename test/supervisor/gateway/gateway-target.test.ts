import { expect, it } from 'vitest';
import { parseTarget } from '../../../supervisor/gateway/gateway-target.ts';

const id = '0123456789ab';

it.each([
  ['/', { kind: 'front' }],
  ['/?x=1', { kind: 'front' }],
  ['/dashboard', { kind: 'front' }],
  ['/dashboard/', { kind: 'dashboard', path: '/' }],
  ['/dashboard/v1/status?workers=memory', { kind: 'dashboard', path: '/v1/status?workers=memory' }],
  // The dashboard's own server is asked for what stands there, and knows no such path.
  ['/dashboard/../v1/shutdown', { kind: 'dashboard', path: '/../v1/shutdown' }],
  ['/list', { kind: 'list' }],
  ['/list?x', { kind: 'list' }],
  [`/s/${id}`, { kind: 'bare', id }],
  [`/s/${id}?x=/`, { kind: 'bare', id }],
  [`/s/${id}/`, { kind: 'session', id, path: '/' }],
  [`/s/${id}/api/diff?id=1`, { kind: 'session', id, path: '/api/diff?id=1' }],
  // The session's own server is asked for what stands there, and knows no such path.
  [`/s/${id}/../../v1/status`, { kind: 'session', id, path: '/../../v1/status' }],
  [`/s/${id}//evil.example/`, { kind: 'session', id, path: '//evil.example/' }],
])('%s is understood', (target, expected) => {
  expect(parseTarget(target)).toEqual(expected);
});

it.each([
  '',
  '*',
  '/s',
  '/s/',
  '//',
  '/x',
  '/v1/status',
  '/dashboardx',
  '/Dashboard/',
  '//dashboard/',
  '/dashboard%2f',
  '/list/',
  '/api/session',
  `//s/${id}/`,
  `/S/${id}/`,
  `/s//${id}/`,
  `/s/${id}x/`,
  `/s/${id.slice(1)}/`,
  `/s/${id.toUpperCase()}/`,
  `/s/${id}%2fapi`,
  `/s/${id}\\api`,
  `/s/${id};x/`,
  `/s/${id}#/`,
  `/s/${id}%00/`,
  `/./s/${id}/`,
  `/x/../s/${id}/`,
  `/%73/${id}/`,
  `/s/__proto__/`,
  `http://127.0.0.1/s/${id}/`,
])('%s is nothing', (target) => {
  expect(parseTarget(target)).toEqual({ kind: 'other' });
});
