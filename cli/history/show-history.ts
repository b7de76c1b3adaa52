import { readFile } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import type { Comment } from '../../shared/annotations/comment.ts';
import { versionFiles } from '../../shared/node/version-files.ts';
import type { Decision } from '../../shared/session/decision.ts';
import type { Version } from '../../shared/session/kept-version.ts';
import type { Context } from '../context.ts';
import { outcomeText } from '../output/outcome-text.ts';
import { plainText } from '../output/plain-text.ts';
import { printDecision, printJson, printResult, stdoutWidth } from '../output/print.ts';
import { formatTable } from '../output/table.ts';
import { decisionOn, findSubject, type KeptSubject } from './kept-subjects.ts';

interface ShowOptions {
  readonly id: string;
  readonly number: number | undefined;
  readonly isJson: boolean;
  readonly isFeedback: boolean;
}

/** Prints the versions of a plan or document, the text of one, or what the reviewer said about it. @returns the exit code */
export const showHistory = async (
  { id, number, isJson, isFeedback }: ShowOptions,
  context: Context,
): Promise<number> => {
  const subject = await findSubject(id, context);
  if (number === undefined && !isFeedback) {
    await printVersions(subject, isJson);
    return 0;
  }
  const version = versionOf(subject, number ?? subject.last.number);
  const decision = await decisionOn(subject, version.number);
  if (isFeedback) await printDecision(requireDecision(decision, version), isJson);
  else {
    const text = await readFile(versionFiles(subject.folder, version.number).text, 'utf8');
    await (isJson
      ? printJson({ ...viewOf(version, decision), text })
      : printResult(plainText(text)));
  }
  return 0;
};

const versionOf = ({ versions, id, last }: KeptSubject, number: number): Version => {
  const found = versions.find((version) => version.number === number);
  if (found === undefined)
    throw new GalleyError(
      'not_found',
      `There is no version ${number} of ${id.slice(0, 8)}; the last is ${last.number}.`,
    );
  return found;
};

const requireDecision = (decision: Decision | undefined, { number }: Version): Decision => {
  if (decision === undefined)
    throw new GalleyError('not_found', `Nothing was decided about version ${number}.`);
  return decision;
};

const viewOf = (
  { number, title, session, at, bytes, lines }: Version,
  decision: Decision | undefined,
) => ({
  number,
  title,
  session,
  at,
  bytes,
  ...(lines === undefined ? {} : { lines }),
  ...(decision === undefined ? {} : { outcome: decision.outcome }),
});

const printVersions = async (subject: KeptSubject, isJson: boolean): Promise<void> => {
  const { id, mode, key, file, project, cwd } = subject;
  const rows = await Promise.all(
    subject.versions.map(async (version) => ({
      version,
      decision: await decisionOn(subject, version.number),
    })),
  );
  if (isJson) {
    const versions = rows.map(({ version, decision }) => viewOf(version, decision));
    const of = { id, mode, key, ...(file === undefined ? {} : { file }), project, cwd };
    await printJson({ ...of, versions });
    return;
  }
  const table = formatTable({
    rows,
    columns: [
      { title: 'VERSION', value: ({ version }) => String(version.number) },
      { title: 'TITLE', value: ({ version }) => version.title, canShrink: true },
      { title: 'LINES', value: ({ version: { lines } }) => linesText(lines) },
      {
        title: 'OUTCOME',
        value: ({ decision }) =>
          decision === undefined ? '' : outcomeText(decision.outcome, mode),
      },
      { title: 'COMMENTS', value: ({ version, decision }) => commentsText(version, decision) },
      { title: 'AT', value: ({ version }) => version.at },
    ],
    width: stdoutWidth(),
  });
  await printResult(table);
};

/** Of a document that was reviewed with others, how many comments are on it. */
const commentsText = ({ name }: Version, decision: Decision | undefined): string => {
  if (decision === undefined) return '';
  const { comments } = decision;
  const isOnIt = (comment: Comment): boolean => 'file' in comment && comment.file === name;
  return String((name === undefined ? comments : comments.filter(isOnIt)).length);
};

const linesText = (lines: Version['lines']): string =>
  lines === undefined ? '' : `+${lines.added} −${lines.removed}`;
