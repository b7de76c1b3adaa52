import { feedbackPieces } from './feedback/feedback.ts';
import type { DecisionParts, Outcome } from './session/decision.ts';
import { outcomeSchema } from './session/outcome.ts';

/** Buffer size; writing every small piece separately would be slow. */
const pieceChars = 64 * 1024;

/** Number of leading bytes that `outcomeIn` needs. */
export const headBytes = 64 * 1024;

/**
 * Serializes a decision as JSON, including its text for the agent, in pieces, so that the whole is never in memory.
 * Fields that readers may want on their own come first.
 */
export const decisionJson = (parts: DecisionParts): Generator<string> => gather(piecesOf(parts));

function* piecesOf(parts: DecisionParts): Generator<string> {
  const { id, mode, outcome, comments, annotations, dismissed, decidedAt, ...rest } = parts;
  yield JSON.stringify({ id, mode, outcome, ...rest }).slice(0, -1);
  yield* listOf('comments', comments);
  yield* listOf('annotations', annotations);
  if (dismissed !== undefined) yield* listOf('dismissed', dismissed);
  yield ',"markdown":"';
  // Pieces are encoded one by one, which is safe as none ends within a character.
  for (const piece of feedbackPieces(parts)) yield JSON.stringify(piece).slice(1, -1);
  yield `","decidedAt":${JSON.stringify(decidedAt)}}\n`;
}

function* listOf(key: string, items: readonly unknown[]): Generator<string> {
  yield `,"${key}":[`;
  for (const [index, item] of items.entries())
    yield `${index === 0 ? '' : ','}${JSON.stringify(item)}`;
  yield ']';
}

function* gather(pieces: Iterable<string>): Generator<string> {
  let gathered: string[] = [];
  let chars = 0;
  for (const piece of pieces) {
    gathered.push(piece);
    chars += piece.length;
    if (chars < pieceChars) continue;
    yield gathered.join('');
    gathered = [];
    chars = 0;
  }
  yield gathered.join('');
}

/**
 * Extracts the outcome from the start of a decision's JSON, where only string fields precede it; undefined if it is not
 * there.
 */
export const outcomeIn = (head: string): Outcome | undefined => {
  const found = /^\{(?:"\w+":"(?:[^"\\]|\\.)*",)*?"outcome":"(\w+)"/u.exec(head);
  const outcome = outcomeSchema.safeParse(found?.[1]);
  return outcome.success ? outcome.data : undefined;
};
