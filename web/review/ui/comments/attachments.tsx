import type { Attachment } from '../../../../shared/annotations/attachment.ts';
import type { Editor } from '../../store/editors-slice.ts';
import { AttachedImages } from './attached-images.tsx';
import { AttachmentField } from './attachment-field.tsx';

export interface AttachmentsProps {
  /** Of an editor: they can be changed. */
  readonly editor?: Editor;
  readonly of?: readonly Attachment[];
}

export const Attachments = ({ editor, of }: AttachmentsProps) =>
  editor === undefined ? <AttachedImages of={of} /> : <AttachmentField editor={editor} />;
