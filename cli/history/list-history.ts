import type { Context } from '../context.ts';
import { formatDuration } from '../output/duration.ts';
import { outcomeText } from '../output/outcome-text.ts';
import { printJson, printNote, printResult, stdoutWidth } from '../output/print.ts';
import { formatTable } from '../output/table.ts';
import { decisionOn, keptSubjects, type KeptSubject } from './kept-subjects.ts';

interface ListOptions {
  readonly isJson: boolean;
  /** Not only those of the current folder. */
  readonly isAll: boolean;
}

/** Prints the plans and documents of which versions are kept, the latest first. @returns the exit code */
export const listHistory = async (
  { isJson, isAll }: ListOptions,
  context: Context,
): Promise<number> => {
  const all = await keptSubjects(context);
  const listed = isAll ? all : all.filter(({ cwd }) => cwd === process.cwd());
  const rows = await Promise.all(
    listed.map(async (subject) => ({
      ...subject,
      outcome: (await decisionOn(subject, subject.last.number))?.outcome,
    })),
  );
  if (isJson) await printJson({ history: rows.map(viewOf) });
  else if (rows.length > 0) await printResult(tableOf(rows));
  else await printNote(nothing(all.length));
  return 0;
};

const nothing = (elsewhere: number): string =>
  elsewhere === 0
    ? 'No versions are kept.'
    : 'No versions are kept of plans and documents of this folder; `galley history --all` lists those of others.';

type Row = KeptSubject & { readonly outcome: Parameters<typeof outcomeText>[0] | undefined };

const viewOf = ({ id, mode, key, file, project, cwd, versions, last, outcome }: Row) => ({
  id,
  mode,
  key,
  ...(file === undefined ? {} : { file }),
  title: last.title,
  project,
  cwd,
  versions: versions.length,
  at: last.at,
  ...(outcome === undefined ? {} : { outcome }),
});

/** Of documents that were reviewed with others, whose titles may be the same. */
const fileColumn = { title: 'FILE', value: ({ file = '' }: Row) => file, canShrink: true };

const tableOf = (rows: readonly Row[]): string =>
  formatTable({
    rows,
    columns: [
      { title: 'ID', value: ({ id }) => id.slice(0, 8) },
      { title: 'MODE', value: ({ mode }) => mode },
      { title: 'TITLE', value: ({ last }) => last.title, canShrink: true },
      ...(rows.some(({ file }) => file !== undefined) ? [fileColumn] : []),
      { title: 'PROJECT', value: ({ project }) => project, canShrink: true },
      { title: 'VERSIONS', value: ({ versions }) => String(versions.length) },
      {
        title: 'OUTCOME',
        value: ({ outcome, mode }) => (outcome === undefined ? '' : outcomeText(outcome, mode)),
      },
      {
        title: 'LAST',
        value: ({ last }) => `${formatDuration(Date.now() - Date.parse(last.at))} ago`,
      },
    ],
    width: stdoutWidth(),
  });
