import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { Reviewed } from '../../shared/session/reviewed.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import type { InspectedSource } from './source.ts';

interface Asked {
  readonly request: OpenRequest;
  readonly inspected: InspectedSource;
  /** What came on a command's stdin as a patch stands in it until the session is open. */
  readonly stateFolder: string;
}

/** What the agent is told of the thing reviewed, and how it asks for another review of it. */
export const reviewedBy = ({ request, inspected, stateFolder }: Asked): Reviewed => {
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
  // One with characters that cannot be seen could not be copied.
  return /\p{C}/u.test(command) ? {} : { command };
};

interface Target {
  readonly path?: string;
  /** What stands behind the command on its line. */
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

/** A path from the agent's folder, where it lies in that. */
const fromFolder = (cwd: string, path: string): string => {
  const below = relative(cwd, path);
  if (below === '') return '.';
  if (below.startsWith('..') || isAbsolute(below)) return path;
  return below.startsWith('-') ? `./${below}` : below;
};

/** A word of a command line, quoted where a shell would take it for more than a word. */
const shellWord = (word: string): string =>
  /^[\w.,:/@^~+=%-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
