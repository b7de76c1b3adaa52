import { expect, it } from 'vitest';
import { formatLogLine } from '../../../cli/sessions/show-logs.ts';

it.each([
  [
    {
      level: 30,
      time: '2026-01-02T03:04:05.678Z',
      pid: 7,
      session: 'x',
      component: 'worker',
      method: 'GET',
      ms: 1.5,
      msg: 'request',
    },
    '03:04:05.678 INFO worker request method=GET ms=1.5',
  ],
  [{ level: 50, msg: 'two\n\u001B[31mlines' }, 'ERROR two lines'],
  ['half {"a', 'half {"a'],
  [42, '42'],
])('%j', (line, expected) => {
  expect(formatLogLine(typeof line === 'string' ? line : JSON.stringify(line))).toBe(expected);
});
