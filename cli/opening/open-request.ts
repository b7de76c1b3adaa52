import { resolve } from 'node:path';
import { isFolder, titleOfFile, titleOfText } from '../../shared/node/text-source.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import { stdinName } from '../stdin-name.ts';
import type { Opening } from './opening.ts';
import { readStdin, readStdinBytes } from './read-stdin.ts';

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
    case 'plan': {
      const what =
        'content' in subject
          ? textOf('plan', subject.content)
          : await contentOf('plan', subject.file);
      return { request: { mode: 'plan', ...what, ...shared } };
    }
    case 'document': {
      const { target } = subject;
      const what = isUrl(target) ? { url: target } : await contentOf('document', target);
      return { request: { mode: 'document', ...what, ...shared } };
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

const isUrl = (target: string): boolean => /^https?:\/\//iu.test(target);

type TextMode = 'plan' | 'document';

/** What is handed over, or where it is, with its title: a supervisor that starts has no thread yet to look for one. */
type Named =
  | { readonly content: string; readonly title: string; readonly key: string }
  | { readonly path: string; readonly title?: string };

/** @throws GalleyError as of readStdin and titleOfFile */
const contentOf = async (mode: TextMode, file: string): Promise<Named> => {
  if (file === stdinName) return textOf(mode, await readStdin());
  const path = resolve(file);
  if (mode === 'document' && (await isFolder(path))) return { path };
  return { path, title: await titleOfFile(path) };
};

const textOf = (mode: TextMode, content: string): Named => {
  const title = titleOfText(mode, content);
  return { content, title, key: title };
};

/** A review is given as a file: what came on stdin becomes one until the supervisor has taken it over. */
const patchFromStdin = async (shared: Shared, folder: string): Promise<PreparedRequest> => {
  const { randomUUID } = await import('node:crypto');
  const { secureFolder } = await import('../../shared/node/secure-folder.ts');
  const { replaceFile } = await import('../../shared/node/atomic-file.ts');
  const bytes = await readStdinBytes();
  await secureFolder(folder);
  const patch = resolve(folder, `stdin-${randomUUID()}.patch`);
  await replaceFile(patch, bytes, { isDurable: false });
  return {
    request: { mode: 'review', title: 'Patch from stdin', ...shared, patch },
    temporaryFile: patch,
  };
};
