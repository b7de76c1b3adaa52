import * as z from 'zod';

/**
 * A block of a rendered document: the unit of rendering and placement. `text` is exactly the text content of `html`.
 * `marks` are `[offset in text, 1-based source line]`, ascending, for known starts of source lines.
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
  /** Path of the block's file, if a folder is reviewed. */
  file: z.exactOptional(z.string()),
  /** Source lines not fully shown by the block, as ranges `[first, last]`, 1-based, ascending. */
  unshownLines: z.exactOptional(z.array(z.tuple([z.int().min(1), z.int().min(1)]))),
});
export type Block = z.infer<typeof blockSchema>;

/** Output of the task `render-document`. */
export const renderedDocumentSchema = z.object({
  title: z.exactOptional(z.string()),
  blocks: z.array(blockSchema),
});
export type RenderedDocument = z.infer<typeof renderedDocumentSchema>;
