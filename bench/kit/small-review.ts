import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { requestOf } from '../../shared/client.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import type { OwnSupervisor } from './own-supervisor.ts';
import { patchOf } from './samples.ts';

const files = 40;

/** A prepared review session to send findings to. */
export interface SmallReview {
  readonly id: string;
  readonly url: string;
  /** Number of files in its patch, as `finding` needs it. */
  readonly files: number;
}

export const findingsPath = requestOf(sessionTargets.addAnnotations).path;

export const openSmallReview = async ({ control, home }: OwnSupervisor): Promise<SmallReview> => {
  const patch = join(home.folder, 'small.diff');
  await writeFile(patch, patchOf(files * 100));
  const { id, url } = await control.open({
    mode: 'review',
    cwd: home.folder,
    patch,
    detached: true,
  });
  await control.prepared(id);
  return { id, url, files };
};

/** Sends JSON and reads the whole response. @throws Error unless the status is 201 */
export const postJson = async (url: string, body: string): Promise<string> => {
  const answered = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const text = await answered.body.text();
  if (answered.statusCode !== 201)
    throw new Error(`The POST was answered with ${answered.statusCode}: ${text.slice(0, 300)}`);
  return text;
};

/** Removes all findings of a session. */
export const clearFindings = async (url: string): Promise<void> => {
  const { body } = await request(url + findingsPath, { method: 'DELETE' });
  await body.text();
};
