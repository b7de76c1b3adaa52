import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import { linesOfPatch } from '../../../shared/patch/patch-lines.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { ProjectFile, WantedFile } from '../provider.ts';
import { fileset } from './compare-revisions.ts';
import type { ResolvedRevisions } from './resolve-revisions.ts';
import { runJj } from './run-jj.ts';

const entrySchema = z.tuple([z.string(), z.string(), z.boolean()]);
const template = '"[" ++ json(path) ++ "," ++ json(file_type) ++ "," ++ json(conflict) ++ "]\\n"';

/** The paths of the new side. */
export const readPaths = (range: ResolvedRevisions, context: TaskContext): Promise<string[]> =>
  readPathsOf(range, { commit: range.to, context });

/** The paths of a commit. */
export const readPathsOf = async (
  range: ResolvedRevisions,
  of: Omit<Listing, 'path'>,
): Promise<string[]> => (await list(range, of)).map(([path]) => path);

interface Listing {
  readonly commit: string;
  /** Only this path. */
  readonly path?: string;
  readonly context: TaskContext;
}

const list = async (
  { root, operation }: ResolvedRevisions,
  { commit, path, context }: Listing,
): Promise<z.infer<typeof entrySchema>[]> => {
  const only = path === undefined ? [] : [fileset(path)];
  const args = ['file', 'list', `--revision=${commit}`, `--template=${template}`, ...only];
  const { stdout } = await runJj({ root, operation, args, context });
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => entrySchema.parse(JSON.parse(line)));
};

/**
 * Reads a file of one of the two commits.
 * @throws GalleyError `not_found`, or as runJj does
 */
export const readFile = async (
  range: ResolvedRevisions,
  { path, side, maxBytes }: WantedFile,
  context: TaskContext,
): Promise<ProjectFile> => {
  const commit = side === 'old' ? range.from : range.to;
  const [entry] = commit === undefined ? [] : await list(range, { commit, path, context });
  if (commit === undefined || entry?.[0] !== path)
    throw new GalleyError('not_found', `There is no file ${path} on this side.`);
  const [, type, hasConflict] = entry;
  const { root, operation } = range;
  const run = (args: readonly string[], onOutput: (part: Buffer) => Promise<void>) =>
    runJj({ root, operation, args, context, onOutput });
  if (type === 'git-submodule') return { kind: 'submodule' };
  const content = new Collected(maxBytes);
  if (type === 'symlink') {
    // `file show` leaves links out.
    const sides = ['--from=root()', `--to=${commit}`];
    await run(['diff', '--git', ...sides, fileset(path)], content.take);
    const text = [...linesOfPatch(content.text).new.values()].join('\n');
    return { kind: 'symlink', bytes: Buffer.byteLength(text), content: Buffer.from(text) };
  }
  await run(['file', 'show', `--revision=${commit}`, fileset(path)], content.take);
  return { kind: 'file', ...content.result, ...(hasConflict ? { hasConflict: true } : {}) };
};

/** Collects output up to a limit, and counts the rest. */
class Collected {
  readonly #parts: Buffer[] = [];
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  readonly take = (part: Buffer): Promise<void> => {
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) this.#parts.push(part);
    return Promise.resolve();
  };

  get text(): string {
    return Buffer.concat(this.#parts).toString();
  }

  get result(): { readonly bytes: number; readonly content?: Buffer } {
    const isWhole = this.#bytes <= this.#maxBytes;
    return { bytes: this.#bytes, ...(isWhole ? { content: Buffer.concat(this.#parts) } : {}) };
  }
}
