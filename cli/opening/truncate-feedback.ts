import { feedbackPieces, noteHeading } from '../../shared/feedback/feedback.ts';
import { pathSpan } from '../../shared/feedback/quotation.ts';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { feedbackPath } from '../../shared/node/decision-file.ts';
import { sessionFiles, type Paths } from '../../shared/node/paths.ts';
import type { Decision } from '../../shared/session/decision.ts';
import { plainText } from '../output/plain-text.ts';

/**
 * The feedback for a host, at most `maxBytes` long. Longer feedback is cut after an item, with a sentence on where to
 * read the rest.
 */
export const truncateFeedback = async (
  decision: Decision,
  maxBytes: number,
  paths: Paths,
): Promise<string> => {
  // Hosts show it in a terminal, so control sequences are stripped.
  const markdown = plainText(decision.markdown);
  if (Buffer.byteLength(markdown) <= maxBytes) return markdown;
  const ending = `\n\nThis is only the beginning. ${await saveFullText({ ...decision, markdown }, paths)}\n`;
  const room = maxBytes - Buffer.byteLength(ending);
  return `${beginning(plainPieces(decision), room)}${ending}`;
};

function* plainPieces(decision: Decision): Generator<string> {
  for (const piece of feedbackPieces(decision)) yield plainText(piece);
}

/** Saves the full text next to the decision, with which it is removed. */
const saveFullText = async ({ id, markdown }: Decision, paths: Paths): Promise<string> => {
  const path = feedbackPath(sessionFiles(paths, id).decision);
  try {
    await replaceFile(path, markdown, { isDurable: false });
    return `Read the whole in ${pathSpan(path)} before you go on.`;
  } catch {
    // The disk is full, but the decision itself was saved.
    return `Run \`galley sessions wait ${id}\`, which prints the whole, before you go on.`;
  }
};

const beginning = (pieces: Iterable<string>, maxBytes: number): string => {
  let text = '';
  let leftBytes = maxBytes;
  for (const piece of pieces) {
    const bytes = Buffer.byteLength(piece);
    // The reviewer's note, before the first item, may exceed the limit on its own.
    if (bytes > leftBytes)
      return piece.startsWith(noteHeading) ? text + wholeLines(piece, leftBytes) : text;
    text += piece;
    leftBytes -= bytes;
  }
  return text;
};

/** Room to close a code fence that the cut leaves open. */
const fenceBytes = 16;

/** As many whole lines as fit, or part of a very long one. */
const wholeLines = (text: string, maxBytes: number): string => {
  const part = Buffer.from(text)
    .subarray(0, Math.max(0, maxBytes - fenceBytes))
    .toString()
    .replace(/\uFFFD$/u, '');
  const end = part.lastIndexOf('\n');
  return closeFence(end > part.length / 2 ? part.slice(0, end) : part);
};

/** Closes a code fence left open by the cut, which would swallow the text after it. */
const closeFence = (text: string): string => {
  let open = '';
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,15}|~{3,15})/u.exec(line)?.[1] ?? '';
    if (open === '') open = fence;
    else if (fence.startsWith(open) && line.trim() === fence) open = '';
  }
  return open === '' ? text : `${text}\n${open}`;
};
