import { lazyPart } from '../lazy-part.tsx';

/** Loaded with the first editor. */
export const AttachmentField = lazyPart(
  () => import('./attachment-field.tsx'),
  ({ AttachmentField }) => AttachmentField,
  { isUnasked: true },
);

/** Loaded with the first image, since most comments have none. */
export const AttachedImages = lazyPart(
  () => import('./attached-images.tsx'),
  ({ AttachedImages }) => AttachedImages,
);
