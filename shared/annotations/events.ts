import * as z from 'zod';
import { annotationSchema } from './annotation.ts';

const version = z.int().min(0);

/** The events of the annotation stream: unnamed, with the version as id. Source: contract.md, section 1.5. */
export const annotationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), version, annotations: z.array(annotationSchema) }),
  z.object({ type: z.literal('add'), version, annotations: z.array(annotationSchema) }),
  z.object({ type: z.literal('update'), version, annotation: annotationSchema }),
  z.object({ type: z.literal('remove'), version, ids: z.array(z.uuid()) }),
  z.object({ type: z.literal('clear'), version, source: z.exactOptional(z.string()) }),
]);
export type AnnotationEvent = z.infer<typeof annotationEventSchema>;

/** `GET /api/external-annotations`. */
export const annotationsAnswerSchema = z.object({
  annotations: z.array(annotationSchema),
  version,
});
/** `POST /api/external-annotations`: the ids in the order of what was sent. */
export const addedAnswerSchema = z.object({ ids: z.array(z.uuid()), version });
/** `PATCH /api/external-annotations?id=`. */
export const updatedAnswerSchema = z.object({ annotation: annotationSchema, version });
/** `DELETE /api/external-annotations`. */
export const removedAnswerSchema = z.object({ removed: z.int().min(0), version });
