import type { Annotation } from '../../shared/annotations/annotation.ts';

/** What is turned into text at once: between pieces the connection and other requests get their turn. */
const pieceCount = 250;
/** A reader that takes nothing has one piece wait for it. */
const pieceChars = 64 * 1024;

const charsOf = ({ text, ...rest }: Annotation): number => {
  const { originalText, originalCode, suggestedCode } = rest as Readonly<Record<string, unknown>>;
  let chars = text?.length ?? 0;
  for (const other of [originalText, originalCode, suggestedCode])
    if (typeof other === 'string') chars += other.length;
  return chars;
};

/** Where the piece that begins at `start` ends: it has one annotation at the least. */
const endOfPiece = (annotations: readonly Annotation[], start: number): number => {
  const last = Math.min(start + pieceCount, annotations.length);
  let chars = 0;
  for (let end = start; end < last; end += 1) {
    const annotation = annotations[end];
    if (annotation !== undefined) chars += charsOf(annotation);
    if (chars > pieceChars) return end + 1;
  }
  return last;
};

/** Whether the annotations make one piece, or none. */
export const isOnePiece = (annotations: readonly Annotation[]): boolean =>
  endOfPiece(annotations, 0) === annotations.length;

interface Frame {
  readonly before: string;
  readonly after: string;
}

/** The annotations as a JSON array between two texts, in pieces: at no time does all of it stand in memory. */
export function* arrayInPieces(
  annotations: readonly Annotation[],
  { before, after }: Frame,
): Generator<string> {
  let text = `${before}[`;
  for (let start = 0; start < annotations.length;) {
    const end = endOfPiece(annotations, start);
    const piece = JSON.stringify(annotations.slice(start, end)).slice(1, -1);
    yield `${text}${piece}`;
    text = ',';
    start = end;
  }
  yield `${annotations.length === 0 ? text : ''}]${after}`;
}

/** The event `snapshot` as stream text. */
export const snapshotEvent = (annotations: readonly Annotation[], version: number) =>
  arrayInPieces(annotations, {
    before: `id: ${version}\ndata: {"type":"snapshot","version":${version},"annotations":`,
    after: '}\n\n',
  });

/** The answer of `GET /api/external-annotations`. */
export const listAnswer = (annotations: readonly Annotation[], version: number) =>
  arrayInPieces(annotations, { before: '{"annotations":', after: `,"version":${version}}` });
