import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annotationInput, quickAnnotation } from '../../../shared/annotations/annotation.ts';
import { documentAnnotationFields } from '../../../shared/annotations/document-annotation.ts';
import { limitsSchema } from '../../../shared/annotations/limits.ts';
import { reviewAnnotationFields } from '../../../shared/annotations/review-annotation.ts';

/** Small, so that values on both sides of each limit come up. */
const limits = limitsSchema.parse({ textLength: 6, nameLength: 4, filePathLength: 5 });

const words =
  'line file general new old comment suggestion concern GLOBAL_COMMENT COMMENT DELETION error javascript:x https://a.b toString __proto__ '.split(
    ' ',
  );

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  { weight: 2, arbitrary: fc.constantFrom('😀😀😀', '😀😀😀😀', '😀😀😀😀😀😀', '\uD800') },
  { weight: 4, arbitrary: fc.integer({ min: -1, max: 4 }) },
  fc.constantFrom<unknown>(1.5, 2 ** 53, -0, true, null, [], {}, ['line'], [1], { a: 1 }),
);

/** Values that are right for their fields; a type is one of either family. */
const likely = (field: string, types: readonly string[]): fc.Arbitrary<unknown> => {
  if (field === 'lineStart') return fc.integer({ min: 1, max: 3 });
  if (field === 'lineEnd') return fc.integer({ min: 2, max: 4 });
  const choices: Record<string, readonly string[]> = {
    scope: ['line', 'file', 'general'],
    side: ['new', 'old'],
    type: types,
    severity: ['error', 'warning', 'info'],
    url: ['https://a.b/c', 'http://a/#x'],
  };
  const known = choices[field];
  return known === undefined
    ? fc.string({ minLength: 1, maxLength: 4 })
    : fc.constantFrom(...known);
};

/** Most objects have these, so that many are valid. */
const frequent = new Set(['source', 'text', 'filePath', 'lineStart', 'lineEnd', 'originalText']);

const foreign = ['id', 'placement', 'blockId', '__proto__', 'constructor', 'toString'];

/** An object as JSON gives it, with `__proto__` a field like any other. */
const inputOf = ({ fields, types }: Family): fc.Arbitrary<unknown> => {
  // Absent one time in `freq`.
  const entryOf = (field: string) =>
    fc.option(
      fc.oneof({ weight: 16, arbitrary: likely(field, types) }, { weight: 1, arbitrary: value }),
      { nil: undefined, freq: frequent.has(field) ? 16 : 2 },
    );
  return fc
    .tuple(
      fc.tuple(...fields.map(entryOf)),
      fc.array(fc.tuple(fc.constantFrom(...foreign), value), { maxLength: 2 }),
    )
    .map(([items, others]): unknown => {
      const known = fields.flatMap((field, at) =>
        items[at] === undefined ? [] : [[field, items[at]] as const],
      );
      const text = [...known, ...others].map(
        ([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item)}`,
      );
      return JSON.parse(`{${text.join(',')}}`);
    });
};

interface Family {
  readonly mode: 'review' | 'plan';
  readonly fields: readonly string[];
  readonly types: readonly string[];
  /** What decides which fields are required: scopes or types. */
  readonly kinds: readonly string[];
}

const families: readonly Family[] = [
  {
    mode: 'review',
    fields: reviewAnnotationFields,
    types: ['comment', 'suggestion', 'concern'],
    kinds: ['file', 'general', 'line'],
  },
  {
    mode: 'plan',
    fields: documentAnnotationFields,
    types: ['GLOBAL_COMMENT', 'COMMENT', 'DELETION'],
    kinds: ['COMMENT', 'DELETION', 'GLOBAL_COMMENT'],
  },
];

describe.each(families)('the fast path for annotations of a $mode session', (family) => {
  const { mode, kinds } = family;
  const schema = annotationInput(mode, limits);
  const quick = quickAnnotation(mode, limits);
  const anything = fc.oneof(
    { weight: 9, arbitrary: inputOf(family) },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: value },
  );

  it('returns exactly what the schema returns, or nothing', () => {
    let refused = 0;
    const taken = new Map<unknown, number>();
    fc.assert(
      fc.property(anything, (input) => {
        const before = JSON.stringify(input);
        const read = quick(input);
        const parsed = schema.safeParse(input);
        expect(JSON.stringify(input)).toBe(before);
        if (!parsed.success) refused += 1;
        if (read === undefined) return;
        const kind = 'scope' in read ? read.scope : read.type;
        taken.set(kind, (taken.get(kind) ?? 0) + 1);
        expect(parsed.success).toBe(true);
        expect(read).toStrictEqual(parsed.data);
        expect(Object.keys(read)).toEqual(Object.keys(parsed.data ?? {}));
        expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
        expect(read).not.toBe(input);
      }),
      { numRuns: 4000 },
    );
    // Or the property would hold of nothing.
    expect(new Set(taken.keys())).toEqual(new Set(kinds));
    for (const count of taken.values()) expect(count).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(400);
  });

  it('accepts all valid input, except surrogate pairs near a limit', () => {
    fc.assert(
      fc.property(inputOf(family), (input) => {
        fc.pre(!/\p{Surrogate}|[^\0-\uFFFF]|\\ud/u.test(JSON.stringify(input)));
        expect(quick(input) !== undefined).toBe(schema.safeParse(input).success);
      }),
      { numRuns: 2000 },
    );
  });
});
