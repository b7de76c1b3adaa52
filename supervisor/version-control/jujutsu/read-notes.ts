import * as z from 'zod';
import type { RepositoryNote } from '../../../shared/placement/repository-note.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import { changeName, type ResolvedRevisions } from './resolve-revisions.ts';
import { runJj } from './run-jj.ts';

/** What to know of a workspace besides its changes. */
export const readNotes = async (
  range: ResolvedRevisions,
  context: TaskContext,
): Promise<RepositoryNote[]> => {
  const { operation, unmerged = [], notRecorded = [] } = range;
  const [bookmarks, changes] = await Promise.all([
    readConflictedBookmarks(range, context),
    readDivergentChanges(range, context),
  ]);
  const paths = notRecorded.map(({ path }) => path);
  return [
    ...(unmerged.length === 0
      ? []
      : [noteOf('operation-heads', [operation, ...unmerged].map(shortened))]),
    ...bookmarks,
    ...(changes.length === 0 ? [] : [noteOf('divergent-changes', changes)]),
    ...(paths.length === 0 ? [] : [noteOf('not-recorded', paths)]),
  ];
};

const noteOf = (kind: RepositoryNote['kind'], items: string[]): RepositoryNote => ({ kind, items });

/** As jj does it. */
const shortened = (operation: string): string => operation.slice(0, 12);

const bookmarkSchema = z
  .tuple([z.string(), z.array(z.string())])
  .transform(([name, items]): RepositoryNote => ({ kind: 'conflicted-bookmark', name, items }));

const target = 'stringify(c.change_id().short(8) ++ " " ++ c.description().first_line())';
const bookmark = `"[" ++ json(name) ++ "," ++ json(added_targets.map(|c| ${target})) ++ "]\\n"`;

const readConflictedBookmarks = async (
  { root, operation }: ResolvedRevisions,
  context: TaskContext,
): Promise<RepositoryNote[]> => {
  const { stdout } = await runJj({
    root,
    operation,
    context,
    args: ['bookmark', 'list', '--conflicted', `--template=if(!remote, ${bookmark})`],
  });
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => bookmarkSchema.parse(JSON.parse(line)));
};

/** More are not named. */
const maxDivergent = 100;

const readDivergentChanges = async (
  { root, operation, revisions, from, to }: ResolvedRevisions,
  context: TaskContext,
): Promise<string[]> => {
  const compared = revisions ?? (from === undefined ? to : `${from}..${to}`);
  const { stdout } = await runJj({
    root,
    operation,
    context,
    args: [
      'log',
      '--no-graph',
      `--limit=${maxDivergent}`,
      `--revisions=(${compared}) & divergent()`,
      `--template=${changeName} ++ " " ++ description.first_line() ++ "\\n"`,
    ],
  });
  return stdout.split('\n').slice(0, -1);
};
