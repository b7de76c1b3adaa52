// Vitest's global setup: builds these sources and unpacks the browser if necessary.
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './chromium.mjs';
import { build } from './steps.mjs';

const memory = '/dev/shm';
const enoughBytes = 4 * 1024 ** 3;

/** Whether Linux has a folder in memory that is large enough, and whose files can be run. */
const hasMemoryFolder = () => {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mounted = readFileSync('/proc/mounts', 'utf8').split('\n');
    return (
      Math.min(bavail * bsize, process.availableMemory()) >= enoughBytes &&
      mounted.some((line) => line.includes(` ${memory} tmpfs `) && !line.includes('noexec'))
    );
  } catch {
    return false;
  }
};

export const setup = async () => {
  await build();
  await findBrowser();
  if (process.env.TMPDIR !== undefined || !hasMemoryFolder()) return;
  // Tests make tens of thousands of files that none needs afterwards: on a disk they take a tenth of the CPU time.
  const folder = mkdtempSync(join(memory, 'galley-'));
  process.env.TMPDIR = folder;
  // Not in the teardown: Vitest makes a folder there after it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
};
