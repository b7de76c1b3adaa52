import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { Reviewed } from '../../shared/session/reviewed.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import type { InspectedSource } from './source.ts';

interface Asked {
  readonly request: OpenRequest;
  readonly inspected: InspectedSource;
  /** A patch from a command's stdin is in this folder until the session is open. */
  readonly stateFolder: string;
}

/** What the agent is told about the subject of the review, and how to ask for another review of it. */
export const makeReviewed = ({ request, inspected, stateFolder }: Asked): Reviewed => {
  const { commits } = inspected;
  const target = targetOf(request, stateFolder);
  return {
    ...(target.path === undefined ? {} : { path: target.path }),
    ...(commits === undefined ? {} : { commits }),
    ...againBy(request, target),
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
    const { range, patch } = request;
    if (patch === undefined) return { args: range === undefined ? [] : [range] };
    const path = resolve(cwd, patch);
    if (dirname(path) === stateFolder) return { args: ['--patch', '-'] };
    return { path: fromFolder(cwd, path), args: ['--patch', fromFolder(cwd, path)] };
  }
  if (mode === 'document' && request.url !== undefined)
    return { path: request.url, args: [request.url] };
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

/** Quotes a word for a shell if necessary. */
const shellWord = (word: string): string =>
  /^[\w.,:/@^~+=%-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
