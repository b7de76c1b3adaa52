import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Env } from './env.ts';

/** All of Galley's files; absolute paths. Source: design.md, section 2. */
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
  /** Images attached to comments, by session. */
  readonly uploadsFolder: string;
  /** What undoes changes that reviewers have made to their projects. */
  readonly keptChangesFolder: string;
  /** Review rounds by subject. */
  readonly roundsFolder: string;
  /** The last answers to agents' hooks. */
  readonly hooksFolder: string;
  /** Pages of recent releases. */
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
    uploadsFolder: join(state, 'uploads'),
    keptChangesFolder: join(state, 'kept-changes'),
    roundsFolder: join(state, 'rounds'),
    hooksFolder: join(state, 'hooks'),
    pagesFolder: join(state, 'pages'),
    configFolder: config,
    config: join(config, 'config.json'),
  };
};

/** Base name, in the state folder, of a patch from a command's stdin until the session is open. */
export const stdinPatchName = (uuid: string): string => `stdin-${uuid}.patch`;

export const isStdinPatch = (name: string): boolean => /^stdin-[0-9a-f-]{36}\.patch$/u.test(name);

const runtimeFolder = (env: Env, state: string): string => {
  if (env.galleyHome !== undefined) return join(env.galleyHome, 'run');
  return env.xdgRuntimeDir === undefined ? join(state, 'run') : join(env.xdgRuntimeDir, 'galley');
};

/**
 * Paths of one version of a change. Later versions have a folder of their own, so that nobody reads files of two
 * versions; the first is in the spool itself.
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

/** Cache of the reviewed files' contents: see `file-contents.ts`. */
export const contentsPath = (spool: string): string => join(spool, 'contents.json');

/** What the state of a version of a change was made of. */
export const statePartsPath = (folder: string): string => join(folder, 'state.json');

/** The source texts of a rendered document: see `document-source.ts`. */
export const documentSourcePath = (document: string): string => `${document}.source`;

/** The first blocks of a long document, while the rest is rendered. */
export const beginningPath = (document: string): string => `${document}.beginning`;

/** An HTML document for its frame, beside its blocks. */
export const framePath = (document: string): string => `${document}.frame`;

/** What editing a text leaves in the spool: texts on their way, a preview, and the text as it was before the first edit. */
export const editPaths = (spool: string, file = '') => ({
  text: join(spool, 'edited.txt'),
  previewedText: join(spool, 'previewed.txt'),
  preview: join(spool, 'preview.json'),
  base: join(spool, `base-${createHash('sha256').update(file).digest('hex').slice(0, 32)}.txt`),
});

/** Content of one side of a changed file; the id consists of digits and a dash. */
export const sidePath = (
  folder: string,
  { fileId, side }: { readonly fileId: string; readonly side: 'old' | 'new' },
): string => join(folder, `side-${fileId}-${side}`);

/** A file of the project on one side of a change, changed or not. */
export const filePath = (
  folder: string,
  { path, side }: { readonly path: string; readonly side: 'old' | 'new' },
): string => join(folder, `file-${createHash('sha256').update(path).digest('hex')}-${side}`);

/** The change without whitespace changes: its patch and manifest. */
export const noWhitespacePaths = (folder: string) => ({
  patch: join(folder, 'no-whitespace.diff'),
  manifest: join(folder, 'no-whitespace.json'),
});

/** Colours of the first files of a change. */
export const coloursPath = (folder: string): string => join(folder, 'colours.json');

/** What a search for a symbol has found; it exists while that is answered. */
export const referencesPath = (folder: string, id: number): string =>
  join(folder, `references-${id}.tmp`);

/** What happened to the functions, classes, types … of a change. */
export const structurePath = (folder: string): string => join(folder, 'structure.json');

/** This change beside the last round: what the page shows, and what changed in each file. */
export const roundsPaths = (folder: string) => ({
  rounds: join(folder, 'rounds.json'),
  interdiff: join(folder, 'rounds.diff'),
});

/**
 * Where a session of many documents keeps a version of them: what there is, and each as it was rendered when it was
 * opened first, by its position.
 */
export const documentPaths = (spool: string, version: number) => {
  const folder = join(spool, `documents-${version}`);
  return {
    folder,
    index: join(folder, 'index.json'),
    rendered: (position: number): string => join(folder, `${position}.json`),
  };
};

/** Which kept version of each of many documents was shown last: refreshing removes what was rendered. */
export const shownVersionsFolder = (spool: string): string => join(spool, 'shown-versions');

/** The digest of the file that a document was rendered from: a `FileContent`. */
export const renderedContentPath = (rendered: string): string => `${rendered}.content`;

/** A version of a plan or document beside the last round. */
export const documentRoundsPath = (spool: string, version: number): string =>
  join(spool, `rounds-${version}.json`);

/** The kept versions of what a session reviews, as last listed. */
export const versionsPath = (spool: string): string => join(spool, 'versions.json');

/** Two versions beside each other; it exists while that is answered. */
export const comparedVersionsPath = (spool: string, id: number): string =>
  join(spool, `versions-${id}.tmp`);

/** A file of the project that a text leads to; it exists while that is answered. */
export const linkedFilePath = (spool: string, id: number): string =>
  join(spool, `linked-${id}.tmp`);

/** What is shared, and the file made of it; both exist while that is answered. */
export const sharedPaths = (spool: string, id: number) => ({
  request: join(spool, `shared-${id}.json.tmp`),
  output: join(spool, `shared-${id}.html.tmp`),
});

/** The agent's answers to the comments of the last round, if it gave them apart. */
export const repliesPath = (spool: string): string => join(spool, 'replies.md');

/** What is kept of the last round of something, to compare the next one with. */
export const lastRoundPaths = (roundsFolder: string, key: string) => {
  const folder = join(roundsFolder, `${key}.last`);
  return {
    folder,
    manifest: join(folder, 'manifest.json'),
    patch: join(folder, 'patch.diff'),
    decision: join(folder, 'decision.json'),
    /** Of a plan or document, in place of the two. */
    document: join(folder, 'document.json'),
    /** Of many documents: which ones were shown. */
    documents: join(folder, 'documents.json'),
    /** Comments of rounds before it, and which were settled. */
    earlier: join(folder, 'earlier.json'),
    settled: join(folder, 'settled.json'),
    /** In the scope that the review was opened with, if another one was shown at the end. */
    opened: {
      manifest: join(folder, 'opened-manifest.json'),
      patch: join(folder, 'opened-patch.diff'),
    },
  };
};
export type LastRoundPaths = Omit<ReturnType<typeof lastRoundPaths>, 'folder'>;

/** One of many documents of a kept round, beside their list. */
export const keptDocumentPath = (documents: string, position: number): string =>
  `${documents}.${position}`;

/** The instructions for agents that were found beside the reviewed thing. */
export const skillsPath = (spool: string): string => join(spool, 'skills.json');

/** The rendered document. */
export const documentPath = (spool: string): string => join(spool, 'document.json');

/** The files of one session. */
export const sessionFiles = (paths: Paths, id: string) => {
  const spool = join(paths.sessionsFolder, id);
  return {
    spool,
    /** What is reviewed, as received. */
    input: join(spool, 'input'),
    document: documentPath(spool),
    manifest: join(spool, 'manifest.json'),
    patch: join(spool, 'patch.diff'),
    /** Not in the spool: decisions name the images, so they stay where they are when the session ends. */
    uploads: join(paths.uploadsFolder, id),
    decision: join(paths.decisionsFolder, `${id}.json`),
    log: join(paths.logFolder, `${id}.log`),
  };
};
