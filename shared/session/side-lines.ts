import * as z from 'zod';
import { countSchema, flagSchema, optionalTextSchema, textSchema } from '../scalars.ts';

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
  lines: z.array(textSchema),
  total: countSchema,
  /** Whether the last line of the file ends in a line feed. */
  endsWithNewline: flagSchema,
});
export type LinesAnswer = z.infer<typeof linesAnswerSchema>;

/** The query of `GET /api/diff/side` and `GET /api/diff/image`. */
export const sideQuerySchema = linesQuerySchema.pick({ id: true, side: true });

/** Metadata of a content: its size, and its image type if browsers can display it. */
export const sideAnswerSchema = z.object({
  bytes: countSchema,
  imageType: optionalTextSchema,
  /** Whether it is an image that would take a browser too much memory or time. */
  isTooLarge: z.exactOptional(flagSchema),
});
export type SideAnswer = z.infer<typeof sideAnswerSchema>;
