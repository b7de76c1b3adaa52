import * as z from 'zod';
import { commentKinds, currentKind } from './comment-kinds.ts';

/** Apart from the comments, which settings do without. */
export const commentKindSchema = z.preprocess(currentKind, z.enum(commentKinds));
