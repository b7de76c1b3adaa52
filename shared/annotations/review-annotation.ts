import * as z from 'zod';
import {
  aboutRule,
  filePathInput,
  optionalField,
  quickFilePath,
  ruleFields,
  storedRuleFields,
} from './fields.ts';
import type { Limits } from './limits.ts';
import { quickReader } from '../quick-read.ts';

export const reviewScopeSchema = z.enum(['line', 'file', 'general']);
export const reviewSideSchema = z.enum(['new', 'old']);
const reviewAnnotationTypeSchema = z.enum(['comment', 'suggestion', 'concern']);
export type ReviewSide = z.infer<typeof reviewSideSchema>;

/** The fields of a review annotation that a client may send; all others are dropped. Source: contract.md, section 1.2. */
export const reviewAnnotationFields = [
  'source',
  'scope',
  'filePath',
  'lineStart',
  'lineEnd',
  'side',
  'type',
  'text',
  'suggestedCode',
  'originalCode',
  'author',
  ...aboutRule,
] as const;

const rawReviewAnnotation = (limits: Limits, filePath: z.ZodString) => {
  const text = optionalField(z.string().max(limits.textLength));
  return z.object({
    source: z.string().min(1, 'must not be empty').max(limits.nameLength),
    scope: reviewScopeSchema.default('line'),
    filePath: optionalField(filePath),
    lineStart: optionalField(z.int().min(1)),
    lineEnd: optionalField(z.int().min(1)),
    side: reviewSideSchema.default('new'),
    type: reviewAnnotationTypeSchema.default('comment'),
    text,
    suggestedCode: text,
    originalCode: text,
    author: optionalField(z.string().max(limits.nameLength)),
    ...ruleFields(limits),
  });
};

type RawReviewAnnotation = z.output<ReturnType<typeof rawReviewAnnotation>>;

interface Rule {
  readonly field: keyof RawReviewAnnotation;
  readonly isBroken: (value: RawReviewAnnotation) => boolean;
  readonly message: (value: RawReviewAnnotation) => string;
}

const isMissing = (value: unknown): boolean => value === undefined || value === '';

const requiredForScope = ({ scope }: RawReviewAnnotation): string =>
  `is required for the scope "${scope}"`;

/** Rules across fields that are valid on their own. */
const rules: readonly Rule[] = [
  {
    field: 'filePath',
    isBroken: ({ scope, filePath }) => scope !== 'general' && isMissing(filePath),
    message: requiredForScope,
  },
  {
    field: 'lineStart',
    isBroken: ({ scope, lineStart }) => scope === 'line' && isMissing(lineStart),
    message: requiredForScope,
  },
  {
    field: 'lineEnd',
    isBroken: ({ scope, lineEnd }) => scope === 'line' && isMissing(lineEnd),
    message: requiredForScope,
  },
  {
    field: 'lineEnd',
    isBroken: ({ scope, lineStart, lineEnd }) =>
      scope === 'line' && lineStart !== undefined && lineEnd !== undefined && lineEnd < lineStart,
    message: () => 'must not be less than lineStart',
  },
  {
    field: 'text',
    isBroken: ({ text, suggestedCode }) => isMissing(text) && suggestedCode === undefined,
    message: () => 'or suggestedCode is required',
  },
];

/** Drops fields that the scope does not use: the file of a general one, the lines of any but a line's. */
const dropUnused = (value: RawReviewAnnotation): RawReviewAnnotation => {
  if (value.scope === 'line') return value;
  const { filePath, lineStart, lineEnd, ...rest } = value;
  return value.scope === 'general' || filePath === undefined ? rest : { ...rest, filePath };
};

/** Input of a review session; a patched annotation must pass it again. */
export const reviewAnnotationInput = (limits: Limits) =>
  // One step instead of a refinement and a transform: ten thousand may arrive at once.
  rawReviewAnnotation(limits, filePathInput(limits)).transform((value, context) => {
    for (const { field, isBroken, message } of rules)
      if (isBroken(value))
        context.addIssue({ code: 'custom', path: [field], message: message(value) });
    return dropUnused(value);
  });

/** A fast path for obviously valid input; undefined if the schema has to decide. */
export const quickReviewAnnotation = (
  limits: Limits,
): ((value: unknown) => ReviewAnnotationInput | undefined) => {
  const read = quickReader(rawReviewAnnotation(limits, quickFilePath(limits)));
  return (value) => {
    const raw = read(value) as RawReviewAnnotation | undefined;
    return raw === undefined || rules.some(({ isBroken }) => isBroken(raw))
      ? undefined
      : dropUnused(raw);
  };
};
export type ReviewAnnotationInput = RawReviewAnnotation;

/** Where a finding is in relation to the diff. Source: contract.md, section 1.3. */
const reviewPlacementSchema = z.enum(['in-diff', 'outside-diff', 'unknown-file', 'general']);
export type ReviewPlacement = z.infer<typeof reviewPlacementSchema>;

/** What a review session stores and returns. Lines are 1-based, of the side named. */
export const reviewAnnotationSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  source: z.string(),
  scope: reviewScopeSchema,
  filePath: z.exactOptional(z.string()),
  lineStart: z.exactOptional(z.int().min(1)),
  lineEnd: z.exactOptional(z.int().min(1)),
  side: reviewSideSchema,
  type: reviewAnnotationTypeSchema,
  text: z.exactOptional(z.string()),
  suggestedCode: z.exactOptional(z.string()),
  originalCode: z.exactOptional(z.string()),
  author: z.exactOptional(z.string()),
  ...storedRuleFields,
  placement: reviewPlacementSchema,
  /** Where its code is in what is compared now, if not on its lines: it has moved, or another scope is shown. */
  shownAt: z.exactOptional(
    z.object({
      lineStart: z.int().min(1),
      lineEnd: z.int().min(1),
      /** Set if the code there is not the same. */
      isApproximate: z.exactOptional(z.literal(true)),
    }),
  ),
  /** The beginning of the code that was on its lines, if that is gone since. */
  lostCode: z.exactOptional(z.string()),
});
export type ReviewAnnotation = z.infer<typeof reviewAnnotationSchema>;
