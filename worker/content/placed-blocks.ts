import * as z from 'zod';
import { blockSchema } from '../../shared/placement/blocks.ts';
import { readSpoolFile } from './spool-file.ts';

/** What placement needs of a document: the HTML, the larger half, is left out. */
const placedDocumentSchema = z.object({
  blocks: z.array(
    blockSchema.pick({ id: true, startLine: true, endLine: true, text: true, marks: true }),
  ),
});
export type PlacedBlocks = z.output<typeof placedDocumentSchema>['blocks'];

/** The blocks of the rendered document, for placement. @throws GalleyError `storage_failed` */
export const readPlacedBlocks = async (path: string): Promise<PlacedBlocks> =>
  (await readSpoolFile(path, placedDocumentSchema)).blocks;
