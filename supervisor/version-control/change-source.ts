import * as z from 'zod';

/** The stored source of a code change: a provider's name, and a value that only this provider reads. */
const changeSourceSchema = z.object({
  kind: z.literal('change'),
  provider: z.string(),
  value: z.json(),
  /** Absolute path of what is compared, as shown on pages. */
  path: z.string(),
});
export type ChangeSource = z.infer<typeof changeSourceSchema>;

/** How earlier releases stored sources, each mapped to its provider and value. */
const earlierRange = z
  .object({ kind: z.literal('range'), range: z.looseObject({ topLevel: z.string() }) })
  .transform(({ range }): ChangeSource => ({
    kind: 'change',
    provider: 'git',
    value: z.json().parse(range),
    path: range.topLevel,
  }));
const earlierPatch = z
  .object({ kind: z.literal('patch'), path: z.string() })
  .transform(({ path }): ChangeSource => ({
    kind: 'change',
    provider: 'patch',
    value: { path },
    path,
  }));

/** For a union discriminated by `kind`. */
export const changeSourceSchemas = [changeSourceSchema, earlierRange, earlierPatch] as const;

/** Maximum size of a patch. */
export const maxPatchBytes = 256 * 1024 * 1024;
