import type { ReactNode } from 'react';
import type { Attachment } from '../../../../shared/annotations/attachment.ts';
import { attachmentTexts } from '../../../shell/texts/attachment-texts.ts';
import { uploadClient } from '../../protocol/upload-client.ts';
import './attachments.css';

interface AttachedImagesProps {
  readonly of: readonly Attachment[] | undefined;
}

/** The images of a comment; each opens in full. */
export const AttachedImages = ({ of: attachments }: AttachedImagesProps) => (
  <ul className="attachments">
    {attachments?.map((attachment, index) => (
      <AttachedImage key={attachment.id} attachment={attachment} number={index + 1} />
    ))}
  </ul>
);

interface AttachedImageProps {
  readonly attachment: Attachment;
  /** Among the images of its comment. */
  readonly number: number;
  readonly children?: ReactNode;
}

/** One image as a list item, with what else belongs to it. */
export const AttachedImage = ({ attachment, number, children }: AttachedImageProps) => {
  const { id, width, height, alt = '' } = attachment;
  const words = attachmentTexts();
  const url = uploadClient.urlOf('getUpload', { params: { upload: id } });
  return (
    <li className="attachment">
      <a href={url} target="_blank" rel="noopener" title={words.open(width, height)}>
        <img src={url} width={width} height={height} alt={alt === '' ? words.image(number) : alt} />
      </a>
      {children}
    </li>
  );
};
