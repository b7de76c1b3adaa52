import { resolve } from 'node:path';
import type { OpenRequest } from '../../shared/session/session.ts';
import { stdinName } from '../stdin-name.ts';
import type { Opening } from './opening.ts';
import { readStdin } from './read-stdin.ts';

/** A request of the control API, and what is to be removed once it is answered. */
export interface PreparedRequest {
  readonly request: OpenRequest;
  readonly temporaryFile?: string;
}

interface Shared {
  readonly cwd: string;
  readonly origin: string;
  readonly title?: string;
  readonly key?: string;
  readonly detached?: true;
}

interface RequestOptions {
  readonly isDetached: boolean;
  /** A folder of ours for what came on stdin and must be a file. */
  readonly temporaryFolder: string;
}

/**
 * Turns what the command line says into a request, with content from stdin read.
 * @throws GalleyError as of readStdin
 */
export const prepareRequest = async (
  opening: Opening,
  options: RequestOptions,
): Promise<PreparedRequest> => {
  const { subject } = opening;
  const shared = sharedFields(opening, options.isDetached);
  switch (subject.mode) {
    case 'plan':
      return { request: { mode: 'plan', ...shared, ...(await planOf(subject)) } };
    case 'document': {
      const { target } = subject;
      const what = isUrl(target) ? { url: target } : await contentOf(target);
      return { request: { mode: 'document', ...shared, ...what } };
    }
    case 'review': {
      const { range, patch } = subject;
      if (patch === stdinName) return patchFromStdin(shared, options.temporaryFolder);
      const what = {
        ...(range === undefined ? {} : { range }),
        ...(patch === undefined ? {} : { patch: resolve(patch) }),
      };
      return { request: { mode: 'review', ...shared, ...what } };
    }
  }
};

const sharedFields = ({ cwd, title, origin, key }: Opening, isDetached: boolean): Shared => ({
  cwd: cwd ?? process.cwd(),
  origin: origin ?? 'cli',
  ...(title === undefined ? {} : { title }),
  ...(key === undefined ? {} : { key }),
  ...(isDetached ? { detached: true } : {}),
});

const planOf = async (
  plan: { readonly file: string } | { readonly content: string },
): Promise<{ content: string } | { path: string }> =>
  'content' in plan ? { content: plan.content } : contentOf(plan.file);

const isUrl = (target: string): boolean => /^https?:\/\//iu.test(target);

const contentOf = async (file: string): Promise<{ content: string } | { path: string }> =>
  file === stdinName ? { content: await readStdin() } : { path: resolve(file) };

/** A review is given as a file: what came on stdin becomes one until the supervisor has taken it over. */
const patchFromStdin = async (shared: Shared, folder: string): Promise<PreparedRequest> => {
  const { randomUUID } = await import('node:crypto');
  const { secureFolder } = await import('../../shared/node/secure-folder.ts');
  const { replaceFile } = await import('../../shared/node/atomic-file.ts');
  const text = await readStdin();
  await secureFolder(folder);
  const patch = resolve(folder, `stdin-${randomUUID()}.patch`);
  await replaceFile(patch, text, { isDurable: false });
  return {
    request: { mode: 'review', title: 'Patch from stdin', ...shared, patch },
    temporaryFile: patch,
  };
};
