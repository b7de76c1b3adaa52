import * as z from 'zod';
import { quickReader } from '../quick-read.ts';
import {
  aboutRule,
  filePathInput,
  optionalField,
  quickFilePath,
  ruleFields,
  storedRuleFields,
} from './fields.ts';
import type { Limits } from './limits.ts';
import { maxContextLength } from '../limits.ts';

/** The kinds of annotation on a plan or document. Source: contract.md, section 1.1. */
export const documentAnnotationTypeSchema = z.enum(['GLOBAL_COMMENT', 'COMMENT', 'DELETION']);

/** The fields of a plan or document annotation that a client may send; all others are dropped. */
export const documentAnnotationFields = [
  'source',
  'text',
  'type',
  'originalText',
  'prefix',
  'suffix',
  'filePath',
  'author',
  ...aboutRule,
] as const;

/** Of the text right before and after a phrase, as of comments. */

const nonEmpty = (max: number) => z.string().min(1, 'must not be empty').max(max);

const rawDocumentAnnotation = (limits: Limits, filePath: z.ZodString) =>
  z.object({
    source: nonEmpty(limits.nameLength),
    text: nonEmpty(limits.textLength),
    type: documentAnnotationTypeSchema.default('GLOBAL_COMMENT'),
    originalText: optionalField(z.string().max(limits.textLength)),
    prefix: optionalField(z.string().max(maxContextLength)),
    suffix: optionalField(z.string().max(maxContextLength)),
    filePath: optionalField(filePath),
    author: optionalField(z.string().max(limits.nameLength)),
    ...ruleFields(limits),
  });
type RawDocumentAnnotation = z.output<ReturnType<typeof rawDocumentAnnotation>>;

const lacksPhrase = ({ type, originalText = '' }: RawDocumentAnnotation): boolean =>
  type !== 'GLOBAL_COMMENT' && originalText === '';

/** Input of a plan or document session; a patched annotation must pass it again. */
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

/** A fast path for obviously valid input; undefined if the schema has to decide. */
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
const documentPlacementSchema = z.enum(['exact', 'approximate', 'unplaced', 'document']);

/** What a plan or document session stores and returns. Lines are 1-based, offsets UTF-16 units of the block's text. */
export const documentAnnotationSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  source: z.string(),
  text: z.string(),
  type: documentAnnotationTypeSchema,
  originalText: z.exactOptional(z.string()),
  /** The text right before and after the phrase, to tell it from others like it. */
  prefix: z.exactOptional(z.string()),
  suffix: z.exactOptional(z.string()),
  /** The document, if a folder is reviewed: matches `file` of its blocks. */
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
