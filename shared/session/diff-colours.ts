import * as z from 'zod';

/**
 * The tokens of one line, two numbers for each: how many UTF-16 units it has, and three times the place of its style plus
 * how it stands: 0 for itself, 1 in the same changed words as the token before it, 2 as the first of changed words. What
 * they say is in the patch.
 */
const lineTokensSchema = z.array(z.int().min(0));

/** The colours of a file's lines, each side in the order of the patch. */
const fileColoursSchema = z.object({
  id: z.string(),
  deletions: z.array(lineTokensSchema),
  additions: z.array(lineTokensSchema),
});
export type FileColours = z.infer<typeof fileColoursSchema>;

/** `GET /api/diff/colours`: the code that is shown first, in its colours; no files where nobody has coloured any. */
export const diffColoursSchema = z.object({
  /** Of which content: the ids of the files are those of one version. */
  version: z.int().min(1),
  /** The grounds of the themes, as CSS declarations. */
  themeStyles: z.string(),
  /** CSS declarations of tokens. */
  styles: z.array(z.string()),
  files: z.array(fileColoursSchema),
});
export type DiffColours = z.infer<typeof diffColoursSchema>;

/** Nothing in its colours. */
export const noColours: Omit<DiffColours, 'version'> = { themeStyles: '', styles: [], files: [] };
