import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import { namedScopes, type NamedScope, type Scope } from '../../../shared/session/scope.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import { recordWorkingCopy, type LargeFile } from './record-working-copy.ts';
import { runJj } from './run-jj.ts';

/** What a review compares; structured-cloneable. */
export interface ResolvedRevisions {
  /** Absolute path of the workspace. */
  readonly root: string;
  /** Id of the operation that all is read at, with the working copy as it was then. */
  readonly operation: string;
  /** What is shown, in jj's language of revisions; absent if it is all between `from` and `to`. */
  readonly revisions?: string;
  /** Id of the commit with the old side; absent if that is several commits, merged. */
  readonly from?: string;
  /** Id of the commit with the new side. */
  readonly to: string;
  readonly isWorkingCopy: boolean;
  /** For display: `working copy`, `changes since main@origin`, `change kyqkzlyz: Subject`. */
  readonly description: string;
  /** What was asked for; a refresh resolves it again. */
  readonly scope: Scope;
  /** Files of the working copy that jj finds too large to record. */
  readonly notRecorded?: LargeFile[];
  /** Operations that nobody has merged with this one yet, if any. */
  readonly unmerged?: string[];
}

/** What can be compared. */
export type WantedRevisions =
  | { readonly kind: 'default' | NamedScope }
  | { readonly kind: 'revisions'; readonly text: string }
  | { readonly kind: 'commits'; readonly first: string; readonly last: string };

/** Where to run jj, and for which task. */
export interface Place {
  readonly root: string;
  readonly operation: string;
  readonly context: TaskContext;
}

/**
 * Resolves what to compare.
 * @throws GalleyError `unknown_revision`, or as runJj does
 */
export const resolveRevisions = async (
  root: string,
  wanted: WantedRevisions,
  context: TaskContext,
): Promise<ResolvedRevisions> => {
  const { operation, notRecorded, unmerged } = await recordWorkingCopy(root, context);
  const place = { root, operation, context };
  const { revisions, ends, described } = await describeWanted(wanted, place);
  const { heads, parents, current } = ends ?? (await readEnds(revisions, place));
  const [to, another] = heads.map(({ id }) => id);
  if (to === undefined)
    throw new GalleyError(
      'unknown_revision',
      `There are no changes in ${revisions}. Name another revision.`,
    );
  if (another !== undefined)
    throw new GalleyError(
      'unknown_revision',
      `${revisions} has several heads. Name revisions that lead to one.`,
    );
  const from = parents[0]?.id;
  const isWorkingCopy = to === current?.id;
  return {
    root,
    operation,
    ...(ends === undefined ? { revisions } : {}),
    ...(from === undefined || parents.length > 1 ? {} : { from }),
    to,
    isWorkingCopy,
    ...(isWorkingCopy && notRecorded.length > 0 ? { notRecorded } : {}),
    ...(unmerged.length > 0 ? { unmerged } : {}),
    ...described,
  };
};

interface Described {
  readonly revisions: string;
  /** Where all since a revision is meant. */
  readonly ends?: Ends;
  readonly described: Pick<ResolvedRevisions, 'description' | 'scope'>;
}

const describeWanted = async (wanted: WantedRevisions, place: Place): Promise<Described> => {
  switch (wanted.kind) {
    case 'default':
    case 'base': {
      const [heads = [], parents = [], [main] = []] = await readSets(['@', fork, trunk], place);
      const base = trunkName(main);
      if (base !== undefined)
        return {
          revisions: fork,
          ends: { heads, parents, current: heads[0] },
          described: {
            description: `changes since ${base}`,
            scope: { id: 'base', kind: 'base', name: base },
          },
        };
      if (wanted.kind === 'base') throw noTrunk();
      return describeWanted({ kind: 'uncommitted' }, place);
    }
    case 'uncommitted':
      return { revisions: '@', described: named('uncommitted', 'working copy') };
    case 'last':
      return { revisions: '@-', described: named('last', 'parent of the working copy') };
    case 'staged':
    case 'unstaged':
      throw new GalleyError(
        'unknown_revision',
        'Jujutsu has no staged changes. Review the working copy, with the scope uncommitted.',
      );
    case 'revisions':
      return describeTyped(wanted.text, place);
    case 'commits': {
      const { first, last } = wanted;
      const revisions = first === last ? first : `${first}::${last}`;
      const [start, end] = await Promise.all([readChange(first, place), readChange(last, place)]);
      const id = `commits:${first}..${last}`;
      if (first === last)
        return {
          revisions,
          described: { ...describeChange(end), scope: { id, kind: 'commit', name: end.name } },
        };
      const name = `${start.name} to ${end.name}`;
      return {
        revisions,
        described: { description: `changes ${name}`, scope: { id, kind: 'range', name } },
      };
    }
  }
};

/** Where the trunk was left. Unlike `trunk()..@` it can be compared with where the trunk was merged meanwhile. */
const fork = 'latest(fork_point(trunk() | @))';

const trunk = 'trunk() ~ root()';

/** Between which commits the patch is. */
interface Ends {
  /** At most two, as of the parents. */
  readonly heads: readonly Found[];
  readonly parents: readonly Found[];
  /** The working copy. */
  readonly current: Found | undefined;
}

const readEnds = async (revisions: string, place: Place): Promise<Ends> => {
  const [heads = [], parents = [], [current] = []] = await readSets(
    [`latest(heads(${revisions}), 2)`, `latest(parents(roots(${revisions})), 2)`, '@'],
    place,
  );
  return { heads, parents, current };
};

const foundSchema = z
  .tuple([z.string(), z.array(z.string()), z.array(z.boolean())])
  .transform(([id, bookmarks, isIn]) => ({ id, bookmarks, isIn }));

/** A commit, with the bookmarks of remotes that are at it. */
type Found = z.output<typeof foundSchema>;

/** The commits of several small revsets, read by one run of jj. */
const readSets = async (revsets: readonly string[], place: Place): Promise<Found[][]> => {
  const isIn = revsets.map((revset) => `json(self.contained_in(${quoted(revset)}))`);
  const { stdout } = await runJj({
    ...place,
    args: [
      'log',
      '--no-graph',
      `--revisions=${revsets.map((revset) => `(${revset})`).join(' | ')}`,
      `--template="[" ++ json(commit_id) ++ "," ++ ${remoteNames} ++ ",[" ++ ${isIn.join(' ++ "," ++ ')} ++ "]]\\n"`,
    ],
  });
  const all = stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => foundSchema.parse(JSON.parse(line)));
  return revsets.map((_, index) => all.filter((one) => one.isIn[index] === true));
};

const remoteNames = 'json(remote_bookmarks.map(|b| stringify(b.name() ++ "@" ++ b.remote())))';

/** A text in jj's language of templates. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\]/gu, String.raw`\$&`).replaceAll('\t', String.raw`\t`)}"`;

const named = (kind: NamedScope, description: string) => ({
  description,
  scope: { id: kind, kind },
});

const describeTyped = async (text: string, place: Place): Promise<Described> => {
  const [only, another] = await readChanges(text, place);
  const id = `range:${text}`;
  if (only === undefined || another !== undefined)
    return {
      revisions: `(${text})`,
      described: { description: text, scope: { id, kind: 'range', name: text } },
    };
  return {
    revisions: only.commit,
    described: { ...describeChange(only), scope: { id, kind: 'commit', name: only.name } },
  };
};

interface NamedChange {
  /** The id of its commit. */
  readonly commit: string;
  /** The start of its id; of a divergent change, also which of its commits it is. */
  readonly name: string;
  readonly subject: string;
}

const describeChange = ({ name, subject }: NamedChange) => ({
  description: subject === '' ? `change ${name}` : `change ${name}: ${subject}`,
});

const digits = 8;

/** The name of a change in a template. */
export const changeName = `change_id.short(${digits}) ++ if(divergent, "/" ++ change_offset)`;

/** The first two changes of a revset. */
const readChanges = async (revset: string, place: Place): Promise<NamedChange[]> => {
  const template = `commit_id ++ " " ++ ${changeName} ++ " " ++ description.first_line() ++ "\\n"`;
  const { stdout } = await log(revset, template, place);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [commit = '', name = ''] = line.split(' ', 2);
      return { commit, name, subject: line.slice(commit.length + name.length + 2) };
    });
};

const readChange = async (id: string, place: Place): Promise<NamedChange> => {
  const [change] = await readChanges(id, place);
  if (change === undefined) throw unknownRevision(id);
  return change;
};

/** The trunk's name; undefined if there is none. */
export const findTrunk = async (place: Place): Promise<string | undefined> => {
  const [[main] = []] = await readSets([trunk], place);
  return trunkName(main);
};

const trunkName = (main: Found | undefined): string | undefined =>
  main &&
  (main.bookmarks.find((name) => /^(?:main|master|trunk)@(?:origin|upstream)$/u.test(name)) ??
    'trunk()');

/** Identifies the changes on the way from the trunk to the working copy by the first ones, however they are rewritten. */
export const readStack = async (place: Place): Promise<string> =>
  (await log('roots(trunk()..@)', 'change_id ++ "\\n"', place)).stdout;

const log = (revset: string, template: string, { root, operation, context }: Place) =>
  runJj({
    root,
    operation,
    // More than one matters, not how many.
    args: ['log', '--no-graph', '--limit=2', `--revisions=${revset}`, `--template=${template}`],
    context,
  });

/** Reads what was typed. @throws GalleyError `unknown_revision` */
export const parseRevisions = (text: string | undefined): WantedRevisions => {
  if (text === undefined) return { kind: 'default' };
  if (/[\n\r\0]/u.test(text) || text.trim() === '') throw unknownRevision(text);
  return { kind: 'revisions', text };
};

/** Reads a scope's id. @throws GalleyError `unknown_revision` */
export const parseScopeId = (id: string): WantedRevisions => {
  const kind = namedScopes.find((name) => name === id);
  if (kind !== undefined) return { kind };
  const [, prefix, text = ''] = /^(range|commits):(.*)$/su.exec(id) ?? [];
  if (prefix === 'range') return parseRevisions(text);
  const [, first, last] = /^([0-9a-f]{40})\.\.([0-9a-f]{40})$/u.exec(text) ?? [];
  if (prefix === 'commits' && first !== undefined && last !== undefined)
    return { kind: 'commits', first, last };
  throw unknownRevision(id);
};

const noTrunk = (): GalleyError =>
  new GalleyError(
    'unknown_revision',
    'There is no trunk that this change has left: no main, master or trunk of origin or upstream. Name what to compare with, as in main..@.',
  );

const unknownRevision = (text: string): GalleyError =>
  new GalleyError(
    'unknown_revision',
    `There is no revision ${JSON.stringify(text)} in this repository. Give a revision or a revset, such as @-, main or main..@.`,
  );
