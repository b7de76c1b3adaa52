import { GalleyError } from '../../shared/errors.ts';
import type { TaskContext } from '../threads/task-context.ts';
import type { Change, WantedSide } from './provider.ts';

/** In place of a content that is larger than was asked for. */
export const isTooLarge = 'too-large';

/** A content; undefined if it cannot be read, or is no longer what was compared. */
export type Content = Buffer | typeof isTooLarge | undefined;

/** Reads sides of files one by one, for providers that cannot read many at once. */
export const readOneByOne = async (
  readSide: NonNullable<Change['readSide']>,
  wanted: readonly WantedSide[],
  context: TaskContext,
): Promise<Content[]> => {
  const contents: Content[] = [];
  for (const one of wanted) contents.push(await readContent(readSide, one, context));
  return contents;
};

const readContent = async (
  readSide: NonNullable<Change['readSide']>,
  wanted: WantedSide,
  context: TaskContext,
): Promise<Content> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  const take = async (part: Buffer): Promise<void> => {
    bytes += part.length;
    if (bytes > wanted.maxBytes) throw new GalleyError('content_too_large', 'This is too large.');
    parts.push(part);
  };
  try {
    await readSide(wanted, take, context);
    return Buffer.concat(parts);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof GalleyError)) throw error;
    return error.code === 'content_too_large' ? isTooLarge : undefined;
  }
};
