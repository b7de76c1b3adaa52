import * as z from 'zod';

/** Where a code change comes from, as it is kept: a provider's name, and a value that only that provider reads. */
const changeSourceSchema = z.object({
  kind: z.literal('change'),
  provider: z.string(),
  value: z.json(),
  /** Absolute path of what is compared, as pages show it. */
  path: z.string(),
});
export type ChangeSource = z.infer<typeof changeSourceSchema>;

/** How earlier releases kept the two providers that they had, with what each still reads as its value. */
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

/** For a union that is told apart by `kind`. */
export const changeSourceSchemas = [changeSourceSchema, earlierRange, earlierPatch] as const;

/** Most bytes of a patch. */
export const maxPatchBytes = 256 * 1024 * 1024;
