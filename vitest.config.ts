import { defineConfig } from 'vitest/config';
import { TestOrder } from './scripts/sequencer.mjs';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    env: {
      // What a test starts is in local mode unless it says otherwise, also where the tests run in an SSH session.
      GALLEY_REMOTE: '0',
      // Where these are set, Node 20 takes twice as long to start, and the tests start thousands of processes.
      NODE_EXTRA_CA_CERTS: '',
    },
    // A worker loads a module once for all its files: no test mocks one, and what a file changes it restores.
    isolate: false,
    globalSetup: ['scripts/test-setup.mjs', 'test/helpers/shared-homes.ts'],
    // More than several things together that are waited for on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // What a busy machine is waited for, where a test says nothing else.
    expect: { poll: { timeout: 30_000 } },
    // On two cores: much of the time of a file is waiting for processes and pages.
    maxWorkers: 4,
    // Tests that say that they may: most of their time is waiting.
    maxConcurrency: 4,
    sequence: { sequencer: TestOrder },
    reporters: ['default'],
  },
});
