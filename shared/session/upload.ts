import * as z from 'zod';
import { attachmentSchema } from '../annotations/attachment.ts';
import type { RouteInputs, RouteSchemas } from './route.ts';

/** The answer to an upload: the image as comments name it. */
const uploadSchema = attachmentSchema.pick({ id: true, type: true, width: true, height: true });
export type Upload = z.infer<typeof uploadSchema>;

const params = z.object({ upload: z.uuid() });

export const uploadInputs = {
  // Streamed to a file.
  addUpload: { handlerReads: 'upload' },
  getUpload: { params },
  deleteUpload: { params },
} as const satisfies RouteInputs;

/** Schemas of the routes of uploaded images. */
export const uploadSchemas = {
  addUpload: {
    ...uploadInputs.addUpload,
    summary: 'Store an image (PNG, JPEG, GIF or WebP) for a comment. The body is the image itself.',
    replies: { 201: uploadSchema },
  },
  getUpload: {
    ...uploadInputs.getUpload,
    summary: 'An uploaded image, with the type that its bytes have.',
    replies: { 200: 'image/*' },
  },
  deleteUpload: {
    ...uploadInputs.deleteUpload,
    summary: 'Remove an image that no comment names.',
    replies: { 204: null },
  },
} as const satisfies Readonly<Record<string, RouteSchemas>>;
