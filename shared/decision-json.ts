import { feedbackPieces } from './feedback/feedback.ts';
import type { DecisionParts, Outcome } from './session/decision.ts';
import { outcomeSchema } from './session/outcome.ts';

/** So much is gathered before it goes on: small pieces would take a write each. */
const pieceChars = 64 * 1024;

/** How much of a decision's beginning `outcomeIn` needs. */
export const headBytes = 64 * 1024;

/**
 * A decision as JSON with its text for the agent, in pieces: at no time does all of it stand in memory. What a reader
 * may want without the rest comes first.
 */
export const decisionJson = (parts: DecisionParts): Generator<string> => gather(piecesOf(parts));

function* piecesOf(parts: DecisionParts): Generator<string> {
  const { id, mode, outcome, comments, annotations, dismissed, decidedAt, ...rest } = parts;
  yield JSON.stringify({ id, mode, outcome, ...rest }).slice(0, -1);
  yield* listOf('comments', comments);
  yield* listOf('annotations', annotations);
  if (dismissed !== undefined) yield* listOf('dismissed', dismissed);
  yield ',"markdown":"';
  // No piece ends within a character: each is a text of its own.
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

/** The outcome in the beginning of a decision's JSON, behind texts at the most; undefined where it is not there. */
export const outcomeIn = (head: string): Outcome | undefined => {
  const found = /^\{(?:"\w+":"(?:[^"\\]|\\.)*",)*?"outcome":"(\w+)"/u.exec(head);
  const outcome = outcomeSchema.safeParse(found?.[1]);
  return outcome.success ? outcome.data : undefined;
};
