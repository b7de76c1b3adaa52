import type { Comment, DocumentComment } from '../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';

const maxChars = 40;
const maxSectionLength = 200;

/** A block and the heading above it. */
interface Place {
  readonly block: Block;
  readonly section: string | undefined;
}

/** Cached per content, for bulk accepts. */
const known = new WeakMap<readonly Block[], ReadonlyMap<string, Place>>();

/** Adds surrounding text, heading and file to a comment, unless it has them. */
export const withSurroundings = (comment: Comment, blocks: readonly Block[]): Comment => {
  if ('scope' in comment || comment.type === 'GLOBAL_COMMENT' || hasSurroundings(comment))
    return comment;
  const place = placesOf(blocks).get(comment.blockId ?? '');
  if (place === undefined) return comment;
  const { block, section } = place;
  const { startOffset = 0, endOffset = 0, originalText } = comment;
  // If the passage continues in the next block, there is no suffix.
  const isWithin = block.text.slice(startOffset, endOffset) === originalText;
  const prefix = wordsBefore(block.text, startOffset);
  const suffix = isWithin ? wordsBehind(block.text, endOffset) : '';
  return {
    ...comment,
    ...(prefix === '' ? {} : { prefix }),
    ...(suffix === '' ? {} : { suffix }),
    ...(section === undefined ? {} : { section: section.slice(0, maxSectionLength) }),
    ...(block.file === undefined ? {} : { file: block.file }),
  };
};

const hasSurroundings = ({ prefix, suffix, section }: DocumentComment): boolean =>
  prefix !== undefined || suffix !== undefined || section !== undefined;

const placesOf = (blocks: readonly Block[]): ReadonlyMap<string, Place> => {
  const found = known.get(blocks);
  if (found !== undefined) return found;
  const places = new Map<string, Place>();
  let heading: Block | undefined;
  for (const block of blocks) {
    if (block.kind === 'heading' && block.text.trim() !== '') heading = block;
    const isOfFile = heading !== undefined && heading.file === block.file;
    places.set(block.id, { block, section: isOfFile ? heading?.text.trim() : undefined });
  }
  known.set(blocks, places);
  return places;
};

/** Whole words of the same line, with the whitespace in between. */
const wordsBefore = (text: string, offset: number): string => {
  const from = Math.max(0, offset - maxChars);
  const part = text.slice(from, offset);
  const line = part.slice(part.lastIndexOf('\n') + 1);
  const isCut = line.length === part.length && from > 0 && !/\s/u.test(text[from - 1] ?? '');
  return isCut ? line.replace(/^\S+/u, '') : line;
};

const wordsBehind = (text: string, offset: number): string => {
  const [line = ''] = text.slice(offset, offset + maxChars).split('\n', 1);
  const next = text[offset + line.length] ?? '';
  if (next === '' || /\s/u.test(next)) return line;
  const words = line.split(/(?<=\s)/u);
  return words.slice(0, -1).join('');
};
