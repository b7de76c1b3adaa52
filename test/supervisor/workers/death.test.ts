import { describe, expect, test } from 'vitest';
import { classifyDeath } from '../../../supervisor/workers/worker-host.ts';

describe('classifyDeath', () => {
  test.each([
    ['an orderly end', { exitCode: 0, signal: null, isRequested: false }, 'clean'],
    ['an orderly end on request', { exitCode: 0, signal: null, isRequested: true }, 'clean'],
    [
      'a kill that was asked for',
      { exitCode: null, signal: 'SIGKILL', isRequested: true },
      'closed',
    ],
    ['a kill from elsewhere', { exitCode: null, signal: 'SIGKILL', isRequested: false }, 'killed'],
    ['a full heap', { exitCode: null, signal: 'SIGABRT', isRequested: false }, 'out-of-memory'],
    [
      'a full heap under a shell',
      { exitCode: 134, signal: null, isRequested: false },
      'out-of-memory',
    ],
    ['an exception', { exitCode: 70, signal: null, isRequested: false }, 'crash'],
    ['no port', { exitCode: 71, signal: null, isRequested: false }, 'start-failed'],
  ] as const)('%s', (_, exit, expected) => {
    const death = classifyDeath(exit);
    expect(death.class).toBe(expected);
    expect(death.message).toMatch(/^[A-Z].*\.$/u);
  });
});
