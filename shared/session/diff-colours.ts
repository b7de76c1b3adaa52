import * as z from 'zod';
import { countSchema, ordinalSchema, textSchema } from '../scalars.ts';

/**
 * The tokens of one line, two numbers each: the length in UTF-16 units, and 3 × style index + position: 0 for a token
 * outside of changed words, 1 for one in the same changed words as the previous token, 2 for the first of changed
 * words. The text itself is in the patch.
 */
const lineTokensSchema = z.array(countSchema);

/** The highlighted lines of a file, each side in patch order. */
const fileColoursSchema = z.object({
  id: textSchema,
  deletions: z.array(lineTokensSchema),
  additions: z.array(lineTokensSchema),
});
export type FileColours = z.infer<typeof fileColoursSchema>;

/** `GET /api/diff/colours`: highlighting of the code shown first; no files if there is none. */
export const diffColoursSchema = z.object({
  /** Content version that the file ids belong to. */
  version: ordinalSchema,
  /** Background colours of the themes, as CSS declarations. */
  themeStyles: textSchema,
  /** CSS declarations of token styles. */
  styles: z.array(textSchema),
  files: z.array(fileColoursSchema),
});
export type DiffColours = z.infer<typeof diffColoursSchema>;

/** No highlighting. */
export const noColours: Omit<DiffColours, 'version'> = { themeStyles: '', styles: [], files: [] };
