import { join } from 'node:path';
import type { Env } from './env.ts';

/** Where everything of Galley stands; absolute paths. Source: design.md, section 2. */
export interface Paths {
  readonly runtimeFolder: string;
  readonly registry: string;
  readonly stateFolder: string;
  readonly sessionsFolder: string;
  readonly decisionsFolder: string;
  readonly logFolder: string;
  readonly historyFolder: string;
  readonly draftsFolder: string;
  readonly viewedFolder: string;
  /** How many rounds there were of what is reviewed. */
  readonly roundsFolder: string;
  /** What agents' hooks were answered last. */
  readonly hooksFolder: string;
  /** The pages of the releases that have run. */
  readonly pagesFolder: string;
  readonly configFolder: string;
  readonly config: string;
}

export const resolvePaths = (env: Env): Paths => {
  const state =
    env.galleyHome === undefined
      ? join(env.xdgStateHome ?? join(env.userHome, '.local', 'state'), 'galley')
      : join(env.galleyHome, 'state');
  const config =
    env.galleyHome === undefined
      ? join(env.xdgConfigHome ?? join(env.userHome, '.config'), 'galley')
      : join(env.galleyHome, 'config');
  const runtime = runtimeFolder(env, state);
  return {
    runtimeFolder: runtime,
    registry: join(runtime, 'registry.json'),
    stateFolder: state,
    sessionsFolder: join(state, 'sessions'),
    decisionsFolder: join(state, 'decisions'),
    logFolder: join(state, 'log'),
    historyFolder: join(state, 'history'),
    draftsFolder: join(state, 'drafts'),
    viewedFolder: join(state, 'viewed'),
    roundsFolder: join(state, 'rounds'),
    hooksFolder: join(state, 'hooks'),
    pagesFolder: join(state, 'pages'),
    configFolder: config,
    config: join(config, 'config.json'),
  };
};

const runtimeFolder = (env: Env, state: string): string => {
  if (env.galleyHome !== undefined) return join(env.galleyHome, 'run');
  return env.xdgRuntimeDir === undefined ? join(state, 'run') : join(env.xdgRuntimeDir, 'galley');
};

/**
 * Where what belongs to a version of a change stands in a spool. Each version has a folder of its own, so that nobody
 * ever reads half of one and half of another; the first one is in the spool itself.
 */
export const changePaths = (spool: string, version: number) => {
  const folder = version === 1 ? spool : join(spool, `version-${version}`);
  return {
    version,
    folder,
    patch: join(folder, 'patch.diff'),
    manifest: join(folder, 'manifest.json'),
  };
};

/** Where is remembered what the files that a session reviews hold: see `file-contents.ts`. */
export const contentsPath = (spool: string): string => join(spool, 'contents.json');

/** Where the texts are kept that a rendered document was made of: see `shared/node/document-source.ts`. */
export const documentSourcePath = (document: string): string => `${document}.source`;

/** Where the content of one side of a changed file is put; its id consists of digits and a dash. */
export const sidePath = (
  folder: string,
  { fileId, side }: { readonly fileId: string; readonly side: 'old' | 'new' },
): string => join(folder, `side-${fileId}-${side}`);

/** Where the change without whitespace is put: its patch, and its manifest with the same files. */
export const noWhitespacePaths = (folder: string) => ({
  patch: join(folder, 'no-whitespace.diff'),
  manifest: join(folder, 'no-whitespace.json'),
});

/** Where the colours of what is shown first of a change are put. */
export const coloursPath = (folder: string): string => join(folder, 'colours.json');

/** Where the pool puts a rendered document in a spool. */
export const documentPath = (spool: string): string => join(spool, 'document.json');

/** The files of one session. */
export const sessionFiles = (paths: Paths, id: string) => {
  const spool = join(paths.sessionsFolder, id);
  return {
    spool,
    /** What is reviewed, as it was handed over. */
    input: join(spool, 'input'),
    document: documentPath(spool),
    manifest: join(spool, 'manifest.json'),
    patch: join(spool, 'patch.diff'),
    decision: join(paths.decisionsFolder, `${id}.json`),
    log: join(paths.logFolder, `${id}.log`),
  };
};
