import * as z from 'zod';
import type { Limits } from './limits.ts';

/** A path from a client, up to the longest possible path with every byte quoted. */
export const filePathInput = ({ filePathLength: most }: Limits): z.ZodString =>
  z
    .string()
    .max(4 * most + 2)
    .refine((path) => path.length <= most || pathLength(path) <= most, {
      error: `must not be longer than ${most}`,
    });

/** The same for the fast path, which leaves longer ones to the schema. */
export const quickFilePath = ({ filePathLength: most }: Limits): z.ZodString =>
  z.string().max(most);

/** In characters, or in bytes if the path is quoted as git does. */
const pathLength = (path: string): number => {
  const isQuoted = path.startsWith('"') && path.endsWith('"');
  return Array.from(
    isQuoted ? path.slice(1, -1).replaceAll(/\\(?:[0-3][0-7]{2}|[^])/gu, '?') : path,
  ).length;
};
