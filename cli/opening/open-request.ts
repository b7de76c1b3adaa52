import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { stdinPatchName } from '../../shared/node/paths.ts';
import { secureFolder } from '../../shared/node/secure-folder.ts';
import { isFolder, titleOfFile, titleOfText } from '../../shared/node/text-source.ts';
import type { NamedScope } from '../../shared/session/scope.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import type { ControlClient } from '../client/control-client.ts';
import type { Context } from '../context.ts';
import { readStdin, readStdinBytes, stdinName } from './read-stdin.ts';
import { readRepliesFile } from './replies-file.ts';

/** What to review and how, from the command line; `stdinName` stands for stdin. */
export interface Opening {
  readonly subject:
    | { readonly mode: 'plan'; readonly file: string }
    | { readonly mode: 'plan'; readonly content: string }
    | {
        readonly mode: 'document';
        readonly targets: readonly string[];
        /** Whether the address may lead to this machine or a private network. */
        readonly allowPrivate?: boolean | undefined;
      }
    | {
        readonly mode: 'review';
        readonly range: string | undefined;
        readonly scope?: NamedScope | undefined;
        readonly patch: string | undefined;
        readonly vcs?: string | undefined;
      };
  /** The folder that the review is about; default: the current one. */
  readonly cwd?: string;
  readonly title: string | undefined;
  readonly origin: string | undefined;
  readonly key: string | undefined;
  /** A file with answers to the comments of the last round. */
  readonly replies?: string | undefined;
  /** False for a hook that cannot pass the notes of an approval on to its agent. */
  readonly carriesNotes?: boolean;
  /** `--browser COMMAND`, or false for `--no-browser`. */
  readonly browser: string | false | undefined;
  readonly isJson: boolean;
  /** Whether the exit code is the result, for scripts: stdout stays empty but for JSON. */
  readonly isGate: boolean;
  /** Time limit for a hook, from the start of this process; infinite for `none`. */
  readonly timeoutMs: number | undefined;
}

/** `connecting` runs while the rest is loaded and read. */
export interface OpeningContext {
  readonly context: Context;
  readonly connecting: Promise<ControlClient>;
}

/** A request to the control API, and a file to remove once it is answered. */
export interface PreparedRequest {
  readonly request: OpenRequest;
  readonly temporaryFile?: string;
}

interface CommonFields {
  readonly cwd: string;
  readonly origin: string;
  readonly title?: string;
  readonly key?: string;
  readonly detached?: true;
  readonly carriesNotes?: false;
}

/**
 * Makes a request from the command line, reading stdin if necessary.
 * @throws GalleyError as readStdin
 */
export const prepareRequest = async (
  opening: Opening,
  { paths }: Context,
  { isDetached = false } = {},
): Promise<PreparedRequest> => {
  const { subject } = opening;
  const common = commonFields(opening, isDetached);
  const replies = await repliesOf(opening);
  switch (subject.mode) {
    case 'plan': {
      const what =
        'content' in subject
          ? textOf('plan', subject.content)
          : await contentOf('plan', subject.file);
      return { request: { mode: 'plan', ...what, ...common, ...replies } };
    }
    case 'document': {
      const what = await documentOf(subject.targets, subject.allowPrivate === true);
      return { request: { mode: 'document', ...what, ...common, ...replies } };
    }
    case 'review': {
      const { range, scope, patch, vcs } = subject;
      if (patch === stdinName) return patchFromStdin(common, paths.stateFolder);
      const what = {
        ...(range === undefined ? {} : { range }),
        ...(scope === undefined ? {} : { scope }),
        ...(vcs === undefined ? {} : { vcs }),
        ...(patch === undefined ? {} : { patch: resolve(patch) }),
      };
      return { request: { mode: 'review', ...common, ...what } };
    }
  }
};

const commonFields = (
  { cwd, title, origin, key, carriesNotes = true }: Opening,
  isDetached: boolean,
): CommonFields => ({
  cwd: cwd ?? process.cwd(),
  origin: origin ?? 'cli',
  ...(title === undefined ? {} : { title }),
  ...(key === undefined ? {} : { key }),
  ...(isDetached ? { detached: true } : {}),
  ...(carriesNotes ? {} : { carriesNotes: false }),
});

const repliesOf = async ({ replies: file }: Opening): Promise<{ readonly replies?: string }> =>
  file === undefined ? {} : { replies: await readRepliesFile(file) };

/** @throws GalleyError `usage`, or as readStdin and titleOfFile */
const documentOf = async (targets: readonly string[], allowPrivate: boolean) => {
  const [target = stdinName, ...others] = targets;
  if (allowPrivate && !targets.some(isUrl))
    throw new GalleyError('usage', '--allow-private is for an address. Leave it out for files.');
  if (others.length > 0) {
    if (targets.some((one) => one === stdinName || isUrl(one)))
      throw new GalleyError(
        'usage',
        'Only files can be reviewed together. Give an address or - on its own.',
      );
    return { paths: targets.map((one) => resolve(one)) };
  }
  if (!isUrl(target)) return contentOf('document', target);
  return { url: target, ...(allowPrivate ? { allowPrivate } : {}) };
};

const isUrl = (target: string): boolean => /^https?:\/\//iu.test(target);

type TextMode = 'plan' | 'document';

/** The content or its path, with a title: a cold supervisor has no thread yet to determine one. */
type Content =
  | { readonly content: string; readonly title: string; readonly key: string }
  | { readonly path: string; readonly title?: string };

/** @throws GalleyError as readStdin and titleOfFile */
const contentOf = async (mode: TextMode, file: string): Promise<Content> => {
  if (file === stdinName) return textOf(mode, await readStdin());
  const path = resolve(file);
  if (mode === 'document' && (await isFolder(path))) return { path };
  return { path, title: await titleOfFile(path) };
};

const textOf = (mode: TextMode, content: string): Content => {
  const title = titleOfText(mode, content);
  return { content, title, key: title };
};

/** A patch is passed as a file: stdin is saved to one until the supervisor has copied it. */
const patchFromStdin = async (common: CommonFields, folder: string): Promise<PreparedRequest> => {
  const bytes = await readStdinBytes();
  await secureFolder(folder);
  const patch = resolve(folder, stdinPatchName(randomUUID()));
  await replaceFile(patch, bytes, { isDurable: false });
  return {
    request: { mode: 'review', title: 'Patch from stdin', ...common, patch },
    temporaryFile: patch,
  };
};
