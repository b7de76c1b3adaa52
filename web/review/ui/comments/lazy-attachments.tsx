import { lazyPart } from '../lazy-part.tsx';

/** The images of a comment, or of its editor, which can be changed. Loaded with the first of them. */
export const Attachments = lazyPart(
  () => import('./attachments.tsx'),
  ({ Attachments }) => Attachments,
  { isUnasked: true },
);
