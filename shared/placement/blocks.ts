import * as z from 'zod';

/**
 * One block of a rendered document: what the page shows as a unit and what a phrase is placed in.
 * `text` is exactly the text content of `html`. `marks` are `[offset in text, 1-based source line]`, ascending:
 * where a line of the source is known to begin.
 */
export const blockSchema = z.object({
  id: z.string(),
  kind: z.enum(['heading', 'paragraph', 'list', 'code', 'quote', 'table', 'rule', 'other']),
  /** Of a heading, 1 to 6. */
  level: z.exactOptional(z.int().min(1).max(6)),
  startLine: z.int().min(1),
  endLine: z.int().min(1),
  html: z.string(),
  text: z.string(),
  marks: z.array(z.tuple([z.int().min(0), z.int().min(1)])),
  /** Path of the file that the block comes from, where a folder is reviewed. */
  file: z.exactOptional(z.string()),
  /** Lines of the source of which the block does not show all, as ranges `[first, last]`, 1-based and ascending. */
  unshownLines: z.exactOptional(z.array(z.tuple([z.int().min(1), z.int().min(1)]))),
});
export type Block = z.infer<typeof blockSchema>;

/** What the task `render-document` leaves in the spool. */
export const renderedDocumentSchema = z.object({
  title: z.exactOptional(z.string()),
  blocks: z.array(blockSchema),
});
export type RenderedDocument = z.infer<typeof renderedDocumentSchema>;
