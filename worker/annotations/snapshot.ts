import type { Annotation } from '../../shared/annotations/annotation.ts';

/** Annotations that are turned into text at once: between pieces the connection and other requests get their turn. */
const pieceSize = 250;

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
  for (let start = 0; start < annotations.length; start += pieceSize) {
    const piece = JSON.stringify(annotations.slice(start, start + pieceSize)).slice(1, -1);
    yield `${text}${piece}`;
    text = ',';
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
