import type { Annotation } from '../../shared/annotations/annotation.ts';

/** Maximum annotations per piece; between pieces, the socket and other requests are served. */
const pieceCount = 250;
/** Maximum characters per piece: what a stalled reader keeps in memory. */
const pieceChars = 64 * 1024;

const charsOf = ({ text, ...rest }: Annotation): number => {
  const { originalText, originalCode, suggestedCode } = rest as Readonly<Record<string, unknown>>;
  let chars = text?.length ?? 0;
  for (const other of [originalText, originalCode, suggestedCode])
    if (typeof other === 'string') chars += other.length;
  return chars;
};

/** End of the piece that begins at `start`; it has at least one annotation. */
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

/** Whether the annotations fit into one piece. */
export const isOnePiece = (annotations: readonly Annotation[]): boolean =>
  endOfPiece(annotations, 0) === annotations.length;

interface Frame {
  readonly before: string;
  readonly after: string;
}

/**
 * Serializes the annotations as a JSON array framed by two texts, in pieces, so that the whole text is never in memory.
 */
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

/** The SSE event `snapshot`, in pieces. */
export const snapshotEvent = (annotations: readonly Annotation[], version: number) =>
  arrayInPieces(annotations, {
    before: `id: ${version}\ndata: {"type":"snapshot","version":${version},"annotations":`,
    after: '}\n\n',
  });

/** The body of `GET /api/external-annotations`, in pieces. */
export const listAnswer = (annotations: readonly Annotation[], version: number) =>
  arrayInPieces(annotations, { before: '{"annotations":', after: `,"version":${version}}` });
