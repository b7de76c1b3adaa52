import type { Annotation } from '../../shared/annotations/annotation.ts';
import type { ListedSession } from '../../shared/session/session.ts';
import type { Context } from '../context.ts';
import { plainLine, plainText } from '../output/plain-text.ts';
import { printJson, printNote, printResult } from '../output/print.ts';
import { findSession } from './find-session.ts';
import { callSession } from './session-client.ts';

interface ShowOptions {
  readonly id: string;
  readonly isJson: boolean;
}

/**
 * Prints all findings of a session: the current ones of an open session, or those in the decision of an ended one.
 * @returns the exit code
 */
export const showFindings = async (
  { id, isJson }: ShowOptions,
  context: Context,
): Promise<number> => {
  const found = await findSession(id, context);
  const findings =
    found.kind === 'open' ? await findingsOf(found.session) : found.decision.annotations;
  if (isJson) await printJson({ id, findings });
  else if (findings.length === 0) await printNote('There are no findings.');
  else await printResult(findings.map(inLines).join('\n'));
  return 0;
};

/** @throws GalleyError `session_unreachable` */
const findingsOf = async (session: ListedSession): Promise<readonly Annotation[]> =>
  (await callSession(session, 'listAnnotations')).body?.annotations ?? [];

const inLines = (finding: Annotation, index: number): string => {
  const { severity, source, author, rule, url, text } = finding;
  const replaced = 'suggestedCode' in finding ? finding.suggestedCode : undefined;
  const about = [severity, [source, author, rule].filter(isGiven).join(', '), placeOf(finding)];
  const body = [text, replaced === undefined ? undefined : `Suggested instead:\n${replaced}`, url];
  return [
    `${index + 1}. ${plainLine(about.filter(isGiven).join(' · '))}`,
    ...body.filter(isGiven).map(indented),
    '',
  ].join('\n');
};

const isGiven = (part: string | undefined): part is string => part !== undefined && part !== '';

const indented = (text: string): string =>
  plainText(text)
    .trimEnd()
    .split('\n')
    .map((line) => `   ${line}`.trimEnd())
    .join('\n');

const placeOf = (finding: Annotation): string | undefined => {
  if ('scope' in finding) {
    const { filePath, lineStart, lineEnd, side } = finding;
    if (filePath === undefined || lineStart === undefined) return filePath;
    const of = side === 'old' ? ' (old side)' : '';
    return `${filePath}:${linesOf(lineStart, lineEnd)}${of}`;
  }
  const { filePath, startLine, endLine, originalText } = finding;
  const phrase = originalText === undefined ? undefined : `"${originalText}"`;
  const lines = startLine === undefined ? undefined : `line ${linesOf(startLine, endLine)}`;
  return [filePath, lines, phrase].filter(isGiven).join(', ');
};

const linesOf = (start: number, end: number = start): string =>
  start === end ? `${start}` : `${start}-${end}`;
