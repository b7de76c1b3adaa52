import type { Annotation } from './annotation.ts';
import type { DocumentAnnotation } from './document-annotation.ts';

/** The source of annotations that are comments by colleagues, from a shared file; `author` is their name. */
export const colleagueSource = 'colleague';

/** Whether an annotation is a colleague's comment. */
export const isByColleague = (annotation: Annotation): annotation is DocumentAnnotation =>
  !('scope' in annotation) &&
  annotation.source === colleagueSource &&
  annotation.author !== undefined;
