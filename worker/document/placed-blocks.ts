import { createReadStream } from 'node:fs';
import type * as z from 'zod';
import { blockSchema } from '../../shared/placement/blocks.ts';
import { JsonItems } from './json-items.ts';
import { spoolError } from '../content/spool-file.ts';

/** The part of a block that placement needs; leaves out the HTML, which is the larger half. */
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
 * Reads the blocks of the rendered document for placement, one by one: parsing a large document at once would block
 * other requests.
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
