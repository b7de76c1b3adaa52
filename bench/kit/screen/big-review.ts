import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRepositoryOfManyFiles, manyFilesRange } from '../large-change.ts';
import { findingsPath, postJson } from '../small-review.ts';
import type { OwnSupervisor } from '../own-supervisor.ts';
import { generateDiff, type GeneratedDiff } from './generated-diff.ts';
import { generateFindings } from './generated-findings.ts';

/** A prepared review with findings, to open pages on. */
export interface BigReview {
  readonly id: string;
  readonly url: string;
  readonly diff: GeneratedDiff;
}

interface BigReviewSize {
  readonly changedLines: number;
  readonly files: number;
  readonly findings: number;
}

/** The sizes that the bounds refer to. */
export const sizes = {
  small: { changedLines: 2000, files: 10, findings: 20 },
  large: { changedLines: 68_000, files: 100, findings: 2000 },
  huge: { changedLines: 409_000, files: 1000, findings: 5000 },
} as const;

/** Opens a review of a generated diff and waits until it is prepared and has its findings. */
export const openBigReview = async (
  supervisor: OwnSupervisor,
  { findings, ...size }: BigReviewSize,
): Promise<BigReview> => {
  const diff = generateDiff(size);
  const { id, url } = await openPatch(supervisor, diff.patch);
  await postJson(
    url + findingsPath,
    JSON.stringify({ annotations: generateFindings(diff, findings) }),
  );
  return { id, url, diff };
};

const openPatch = async ({ control, home }: OwnSupervisor, text: string) => {
  const patch = join(home.folder, 'big.diff');
  await writeFile(patch, text);
  const { id, url } = await control.open({
    mode: 'review',
    cwd: home.folder,
    patch,
    detached: true,
  });
  await control.prepared(id);
  return { id, url };
};

/** Git's patch between two folders. */
const compareFolders = (cwd: string, before: string, after: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: 64 * 1024 * 1024 };
    execFile('git', ['diff', '--no-index', '--', before, after], options, (error, stdout) => {
      // 1: there are differences.
      if (error === null || error.code === 1) resolve(stdout);
      else reject(error);
    });
  });

/** Opens a review of the changes between the two versions of zod in its package: 68,000 lines in 466 files. */
export const openPackageReview = async (supervisor: OwnSupervisor, modules: string) =>
  openPatch(supervisor, await compareFolders(modules, 'zod/v3', 'zod/v4'));

/** Opens a review of the changes between two releases of antd: 3,622 files. */
export const openManyFiles = async ({ control, home }: OwnSupervisor) => {
  const cwd = await makeRepositoryOfManyFiles(home);
  const request = { mode: 'review', cwd, range: manyFilesRange, detached: true } as const;
  const { id, url } = await control.open(request);
  await control.prepared(id);
  return { url, cwd };
};
