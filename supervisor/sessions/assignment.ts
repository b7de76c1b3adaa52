import { randomBytes } from 'node:crypto';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Config } from '../../shared/config.ts';
import { GalleyError } from '../../shared/errors.ts';
import { sessionFiles, type Paths } from '../../shared/node/paths.ts';
import { canObserve, startTimeOf } from '../../shared/node/process-identity.ts';
import { release } from '../../shared/node/release.ts';
import { writingCapabilities } from '../../shared/session/capabilities.ts';
import type { Reviewed } from '../../shared/session/reviewed.ts';
import { noCounts } from '../../shared/session/mode.ts';
import type { OpenRequest, SessionRecord } from '../../shared/session/session.ts';
import type { Gateway } from '../../shared/supervisor/registry.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import { claimDraft } from './drafts.ts';
import type { InspectedSource } from './source.ts';

interface Opening {
  readonly request: OpenRequest;
  readonly inspected: InspectedSource;
  /** Which round of reviewing the same thing this is. */
  readonly round: number;
  /** As written to the spool. */
  readonly label: {
    readonly id: string;
    readonly title: string;
    /** Identifies what is reviewed. */
    readonly key: string;
    /** Identifies its repository, if it has one. */
    readonly viewedKey?: string;
    /** The same of each of several repositories. */
    readonly viewedBelow?: readonly { readonly folder: string; readonly key: string }[];
    /** Folder of the page to serve. */
    readonly page: string;
  };
}

interface Surroundings {
  readonly paths: Paths;
  readonly config: () => Promise<Config>;
  /** Undefined in local mode. */
  readonly gateway: Gateway | undefined;
  readonly allowedHosts: readonly string[];
  readonly runsRemoteCommands: boolean;
  readonly isRunning: (id: string) => boolean;
}

/** Makes what a worker needs to become the requested session. Claims the draft of a lost session of the same thing. */
export const makeAssignment = async (
  { request, inspected, round, label: { id, title, key, viewedKey, viewedBelow, page } }: Opening,
  { paths, config, gateway, allowedHosts, runsRemoteCommands, isRunning }: Surroundings,
): Promise<Assignment> => {
  const { limits, logLevel, orphanMinutes, allowRemoteWrites, notesFolder } = await config();
  const canSaveNotes = request.mode !== 'review' && notesFolder !== '';
  const { draftsFolder: folder, uploadsFolder } = paths;
  const draft = await claimDraft({ folder, uploadsFolder, key, id, isRunning });
  const viewedOf = (of: string): string => join(paths.viewedFolder, `${of}.json`);
  const below = viewedBelow?.map((one) => ({ folder: one.folder, viewed: viewedOf(one.key) }));
  const { input: _, ...files } = sessionFiles(paths, id);
  return {
    id,
    nonce: randomBytes(16).toString('hex'),
    mode: request.mode,
    title,
    project: inspected.project,
    cwd: request.cwd,
    origin: request.origin ?? 'api',
    openedAt: new Date().toISOString(),
    release,
    source: inspected.shown,
    provided: [...inspected.capabilities, ...(canSaveNotes ? (['notes'] as const) : [])].filter(
      (one) => !writingCapabilities.has(one) || gateway === undefined || allowRemoteWrites,
    ),
    reviewed: { ...makeReviewed({ request, inspected, stateFolder: paths.stateFolder }), round },
    isRemote: gateway !== undefined,
    allowedHosts: [...allowedHosts],
    runsRemoteCommands,
    limits,
    logLevel,
    orphanMinutes,
    files: {
      ...files,
      draft,
      viewed: viewedOf(viewedKey ?? key),
      ...(viewedKey === undefined ? {} : { viewedHere: viewedOf(key) }),
      ...(below === undefined ? {} : { viewedBelow: below }),
      config: paths.config,
      page,
    },
  };
};

/** The session's address: at the gateway in remote mode, else its own server. No trailing slash. */
export const sessionUrl = (
  { id, port }: Pick<SessionRecord, 'id' | 'port'>,
  gateway: Gateway | undefined,
): string => (gateway === undefined ? `http://127.0.0.1:${port}` : `${gateway.url}/s/${id}`);

interface Listening {
  readonly pid: number | undefined;
  readonly port: number;
  readonly isDetached: boolean | undefined;
  readonly idempotencyKey: string | undefined;
  readonly launcher: OpenRequest['launcher'];
  readonly roundsKey: string;
  readonly gateway: Gateway | undefined;
}

/**
 * The registry record of a session whose worker listens.
 * @throws GalleyError `worker_failed` if the process has died since
 */
export const makeRecord = (
  { id, mode, title, project, cwd, origin, openedAt, nonce, reviewed = {} }: Assignment,
  { pid, port, isDetached = false, idempotencyKey, launcher, roundsKey, gateway }: Listening,
): SessionRecord => {
  const startTime = pid === undefined ? undefined : startTimeOf(pid);
  if (pid === undefined || startTime === undefined)
    throw new GalleyError(
      'worker_failed',
      "The session's process died while it was opening. Try again.",
    );
  return {
    id,
    mode,
    state: 'running',
    pid,
    startTime,
    port,
    url: sessionUrl({ id, port }, gateway),
    title,
    project,
    cwd,
    origin,
    isDetached,
    preparation: { state: 'preparing' },
    isResponsive: true,
    counts: noCounts,
    openedAt,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    nonce,
    ...(reviewed.round === undefined ? {} : { round: reviewed.round }),
    roundsKey,
    // A launcher in another container, or one that has exited, cannot be watched.
    ...(launcher !== undefined && canObserve(launcher) ? { launcher } : {}),
  };
};

interface Asked {
  readonly request: OpenRequest;
  readonly inspected: InspectedSource;
  /** A patch from a command's stdin is in this folder until the session is open. */
  readonly stateFolder: string;
}

/** What the agent is told about the subject of the review, and how to ask for another review of it. */
export const makeReviewed = ({ request, inspected, stateFolder }: Asked): Reviewed => {
  const { commits, shown } = inspected;
  const target = targetOf(request, stateFolder);
  const folder = shown.kind === 'path' ? shown.namesFrom : undefined;
  const namesFrom = folder === undefined ? '.' : fromFolder(request.cwd, folder);
  return {
    ...(target.path === undefined ? {} : { path: target.path }),
    ...(namesFrom === '.' ? {} : { namesFrom }),
    ...(commits === undefined ? {} : { commits }),
    ...againBy(request, target),
    ...(request.carriesNotes === false ? { carriesNotes: false } : {}),
  };
};

const againBy = ({ mode, launcher }: OpenRequest, { args }: Target) => {
  if (launcher !== undefined) return { isHook: true };
  const command = ['galley', mode, ...args.map(shellWord)].join(' ');
  // A command with invisible characters could not be copied.
  return /\p{C}/u.test(command) ? {} : { command };
};

interface Target {
  readonly path?: string;
  /** Arguments of the command. */
  readonly args: readonly string[];
}

const targetOf = (request: OpenRequest, stateFolder: string): Target => {
  const { mode, cwd } = request;
  if (mode === 'review') {
    const { range, patch, scope, vcs } = request;
    if (patch === undefined)
      return {
        args: [
          ...(range === undefined ? [] : [range]),
          ...(scope === undefined ? [] : ['--scope', scope]),
          ...(vcs === undefined ? [] : ['--vcs', vcs]),
        ],
      };
    const path = resolve(cwd, patch);
    if (dirname(path) === stateFolder) return { args: ['--patch', '-'] };
    return { path: fromFolder(cwd, path), args: ['--patch', fromFolder(cwd, path)] };
  }
  if (mode === 'document' && request.url !== undefined)
    return { path: request.url, args: [request.url] };
  if (mode === 'document' && request.paths !== undefined) {
    const args = request.paths.map((one) => fromFolder(cwd, resolve(cwd, one)));
    return { path: args.join(', '), args };
  }
  if (request.path === undefined) return { args: ['-'] };
  const path = fromFolder(cwd, resolve(cwd, request.path));
  return { path, args: [path] };
};

/** The path relative to `cwd` if it is inside. */
const fromFolder = (cwd: string, path: string): string => {
  const below = relative(cwd, path);
  if (below === '') return '.';
  if (below.startsWith('..') || isAbsolute(below)) return path;
  return below.startsWith('-') ? `./${below}` : below;
};

const shellWord = (word: string): string =>
  /^[\w.,:/@^~+=%-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
