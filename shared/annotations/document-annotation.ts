import * as z from 'zod';
import { quickReader } from '../quick-read.ts';
import { filePathInput, quickFilePath } from './file-path.ts';
import type { Limits } from './limits.ts';
import { optionalField } from './optional-field.ts';
import { aboutRule, ruleFields, storedRuleFields } from './rule-fields.ts';

/** The kinds of annotation on a plan or document. Source: contract.md, section 1.1. */
export const documentAnnotationTypeSchema = z.enum(['GLOBAL_COMMENT', 'COMMENT', 'DELETION']);

/** The fields of a plan or document annotation that a client may send; all others are dropped. */
export const documentAnnotationFields = [
  'source',
  'text',
  'type',
  'originalText',
  'filePath',
  'author',
  ...aboutRule,
] as const;

const nonEmpty = (max: number) => z.string().min(1, 'must not be empty').max(max);

const rawDocumentAnnotation = (limits: Limits, filePath: z.ZodString) =>
  z.object({
    source: nonEmpty(limits.nameLength),
    text: nonEmpty(limits.textLength),
    type: documentAnnotationTypeSchema.default('GLOBAL_COMMENT'),
    originalText: optionalField(z.string().max(limits.textLength)),
    filePath: optionalField(filePath),
    author: optionalField(z.string().max(limits.nameLength)),
    ...ruleFields(limits),
  });
type RawDocumentAnnotation = z.output<ReturnType<typeof rawDocumentAnnotation>>;

const lacksPhrase = ({ type, originalText = '' }: RawDocumentAnnotation): boolean =>
  type !== 'GLOBAL_COMMENT' && originalText === '';

/** What a client sends to a plan or document session, and what a patched annotation must be again. */
export const documentAnnotationInput = (limits: Limits) =>
  rawDocumentAnnotation(limits, filePathInput(limits)).superRefine((value, context) => {
    if (lacksPhrase(value)) {
      context.addIssue({
        code: 'custom',
        path: ['originalText'],
        message: `is required for ${value.type}: the exact phrase in the document`,
      });
    }
  });
export type DocumentAnnotationInput = z.output<ReturnType<typeof documentAnnotationInput>>;

/** Reads what is obviously valid for `documentAnnotationInput`, as that would give it; undefined for all else. */
export const quickDocumentAnnotation = (
  limits: Limits,
): ((value: unknown) => DocumentAnnotationInput | undefined) => {
  const read = quickReader(rawDocumentAnnotation(limits, quickFilePath(limits)));
  return (value) => {
    const raw = read(value) as RawDocumentAnnotation | undefined;
    return raw === undefined || lacksPhrase(raw) ? undefined : raw;
  };
};

/** Where a phrase was found in the document. Source: contract.md, section 1.3. */
export const documentPlacementSchema = z.enum(['exact', 'approximate', 'unplaced', 'document']);

/** What a plan or document session stores and returns. Lines are 1-based, offsets UTF-16 units of the block's text. */
export const documentAnnotationSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  source: z.string(),
  text: z.string(),
  type: documentAnnotationTypeSchema,
  originalText: z.exactOptional(z.string()),
  /** Which document is meant, where a folder is reviewed: as its blocks have it. */
  filePath: z.exactOptional(z.string()),
  author: z.exactOptional(z.string()),
  ...storedRuleFields,
  placement: documentPlacementSchema,
  blockId: z.exactOptional(z.string()),
  startOffset: z.exactOptional(z.int().min(0)),
  endOffset: z.exactOptional(z.int().min(0)),
  startLine: z.exactOptional(z.int().min(1)),
  endLine: z.exactOptional(z.int().min(1)),
});
export type DocumentAnnotation = z.infer<typeof documentAnnotationSchema>;
