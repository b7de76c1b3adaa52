import * as z from 'zod';

/** A side of a changed file: before or after. */
export const sideSchema = z.enum(['old', 'new']);
export type Side = z.infer<typeof sideSchema>;

const lineNumber = z.string().regex(/^[1-9]\d{0,8}$/u, 'must be a line number');

/** The query of `GET /api/diff/lines`: lines `from` to `to` of one side of a changed file, 1-based. */
export const linesQuerySchema = z.object({
  id: z.string().min(1, 'must not be empty'),
  side: sideSchema,
  from: lineNumber,
  to: lineNumber,
});

/** The existing lines of the range, without line feeds, and the total number of lines. */
export const linesAnswerSchema = z.object({
  lines: z.array(z.string()),
  total: z.int().min(0),
  /** Whether the last line of the file ends in a line feed. */
  endsWithNewline: z.boolean(),
});
export type LinesAnswer = z.infer<typeof linesAnswerSchema>;

/** The query of `GET /api/diff/side` and `GET /api/diff/image`. */
export const sideQuerySchema = linesQuerySchema.pick({ id: true, side: true });

/** Metadata of a content: its size, and its image type if browsers can display it. */
export const sideAnswerSchema = z.object({
  bytes: z.int().min(0),
  imageType: z.exactOptional(z.string()),
});
export type SideAnswer = z.infer<typeof sideAnswerSchema>;
