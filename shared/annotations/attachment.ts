import * as z from 'zod';
import { maxAttachments } from '../limits.ts';

/** The image types that can be attached; each is recognised by its bytes. */
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type AttachedType = (typeof imageTypes)[number];

/** Extensions of the stored files. */
export const attachedEndings = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const satisfies Readonly<Record<AttachedType, string>>;

const pixels = z.int().min(1).max(65_535_000);

/** An uploaded image, as named by a comment. */
export const attachmentSchema = z.object({
  /** Of the upload. */
  id: z.uuid(),
  type: z.enum(imageTypes),
  width: pixels,
  height: pixels,
  /** What the image shows, or its file name. */
  alt: z.exactOptional(z.string().max(200)),
  /** Where it is, in decisions: absolute. Set by the server; absent if the image is gone. */
  path: z.exactOptional(z.string().max(4096)),
});
export type Attachment = z.infer<typeof attachmentSchema>;

export const attachmentsSchema = z.array(attachmentSchema).max(maxAttachments);
