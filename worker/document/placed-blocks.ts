import { createReadStream } from 'node:fs';
import type * as z from 'zod';
import { blockSchema } from '../../shared/placement/blocks.ts';
import { JsonItems } from './json-items.ts';
import { spoolError } from '../content/spool-file.ts';

/** What placement needs of a block: the HTML, the larger half, is left out. */
const placedBlockSchema = blockSchema.pick({
  id: true,
  startLine: true,
  endLine: true,
  text: true,
  marks: true,
  file: true,
});
export type PlacedBlocks = readonly z.output<typeof placedBlockSchema>[];

/**
 * The blocks of the rendered document, for placement. They are read one by one: to parse a large document at once would
 * keep other requests waiting.
 * @throws GalleyError `storage_failed`
 */
export const readPlacedBlocks = async (path: string): Promise<PlacedBlocks> => {
  const blocks: z.output<typeof placedBlockSchema>[] = [];
  const items = new JsonItems('blocks', (item) => blocks.push(placedBlockSchema.parse(item)));
  try {
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) items.take(bytes);
    items.end();
  } catch (cause) {
    throw spoolError(cause);
  }
  return blocks;
};
