import { feedbackPieces, noteHeading } from '../../shared/feedback/feedback.ts';
import { pathSpan } from '../../shared/feedback/path-span.ts';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { feedbackPath } from '../../shared/node/decision-file.ts';
import { sessionFiles, type Paths } from '../../shared/node/paths.ts';
import type { Decision } from '../../shared/session/decision.ts';
import { plainText } from '../output/plain-text.ts';

/**
 * What a host is told of a decision, in so many bytes: where that is not all of it, it ends with an item, and a sentence
 * says where the whole is.
 */
export const feedbackWithin = async (
  decision: Decision,
  mostBytes: number,
  paths: Paths,
): Promise<string> => {
  // Hosts show it in a terminal.
  const markdown = plainText(decision.markdown);
  if (Buffer.byteLength(markdown) <= mostBytes) return markdown;
  const ending = `\n\nThis is only the beginning. ${await whereIsAll({ ...decision, markdown }, paths)}\n`;
  const room = mostBytes - Buffer.byteLength(ending);
  return `${beginning(plainPieces(decision), room)}${ending}`;
};

function* plainPieces(decision: Decision): Generator<string> {
  for (const piece of feedbackPieces(decision)) yield plainText(piece);
}

/** Puts the whole beside the decision, with which it is removed. */
const whereIsAll = async ({ id, markdown }: Decision, paths: Paths): Promise<string> => {
  const path = feedbackPath(sessionFiles(paths, id).decision);
  try {
    await replaceFile(path, markdown, { isDurable: false });
    return `Read the whole in ${pathSpan(path)} before you go on.`;
  } catch {
    // A disk that is full; the decision itself stands on it.
    return `Run \`galley sessions wait ${id}\`, which prints the whole, before you go on.`;
  }
};

const beginning = (pieces: Iterable<string>, mostBytes: number): string => {
  let text = '';
  let leftBytes = mostBytes;
  for (const piece of pieces) {
    const bytes = Buffer.byteLength(piece);
    // The reviewer's note, before the first item, may be longer than all that a host takes.
    if (bytes > leftBytes)
      return piece.startsWith(noteHeading) ? text + wholeLines(piece, leftBytes) : text;
    text += piece;
    leftBytes -= bytes;
  }
  return text;
};

/** What a fence that the cut leaves open may need to be closed. */
const fenceBytes = 16;

/** As many lines as there is room for; of a single one as many characters. */
const wholeLines = (text: string, mostBytes: number): string => {
  const part = Buffer.from(text)
    .subarray(0, Math.max(0, mostBytes - fenceBytes))
    .toString()
    .replace(/\uFFFD$/u, '');
  const end = part.lastIndexOf('\n');
  return closeFence(end > part.length / 2 ? part.slice(0, end) : part);
};

/** Ends a block of code that the cut has left open, which would take in what follows. */
const closeFence = (text: string): string => {
  let open = '';
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,15}|~{3,15})/u.exec(line)?.[1] ?? '';
    if (open === '') open = fence;
    else if (fence.startsWith(open) && line.trim() === fence) open = '';
  }
  return open === '' ? text : `${text}\n${open}`;
};
