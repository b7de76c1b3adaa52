import * as z from 'zod';
import type { Limits } from './limits.ts';

/** What a client may name a file by: as long as a path may be, also where each byte of it is quoted. */
export const filePathInput = ({ filePathLength: most }: Limits): z.ZodString =>
  z
    .string()
    .max(4 * most + 2)
    .refine((path) => path.length <= most || pathLength(path) <= most, {
      error: `must not be longer than ${most}`,
    });

/** The same where a longer one is for the schema to count. */
export const quickFilePath = ({ filePathLength: most }: Limits): z.ZodString =>
  z.string().max(most);

/** In characters, or in bytes where it is in the form in which git quotes it. */
const pathLength = (path: string): number => {
  const isQuoted = path.startsWith('"') && path.endsWith('"');
  return Array.from(
    isQuoted ? path.slice(1, -1).replaceAll(/\\(?:[0-3][0-7]{2}|[^])/gu, '?') : path,
  ).length;
};
