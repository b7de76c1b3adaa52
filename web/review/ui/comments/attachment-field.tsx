import { ImagePlus } from 'lucide';
import { useRef } from 'react';
import { QuietButton } from '../../../shell/button.tsx';
import { Drawing, Icon } from '../../../shell/icon.tsx';
import { attachmentTexts } from '../../../shell/texts/attachment-texts.ts';
import type { Editor } from '../../store/editors-slice.ts';
import { usePage, useCan } from '../page.ts';
import { AttachedImage } from './attached-images.tsx';
import { describeImage, removeImage, useImages } from './use-images.ts';
import './attachments.css';

/** Images of the comment that is edited: chosen, or pasted and dropped anywhere in the editor. */
export const AttachmentField = (props: { readonly editor: Editor }) =>
  useCan('uploads') ? <Field {...props} /> : null;

const accepted = 'image/png,image/jpeg,image/gif,image/webp';

const Field = ({ editor }: { readonly editor: Editor }) => {
  const { box, add, arriving, problem } = useImages(editor.key);
  const input = useRef<HTMLInputElement>(null);
  const words = attachmentTexts();
  return (
    <div ref={box} className="attachment-field">
      <EditedImages editor={editor} />
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        aria-label={words.attach}
        onChange={({ currentTarget }) => {
          add(currentTarget.files ?? []);
          currentTarget.value = '';
        }}
      />
      <QuietButton
        title={words.attachTitle}
        icon={<Drawing of={ImagePlus} size={14} />}
        onClick={() => input.current?.click()}
      >
        {words.attach}
      </QuietButton>
      <span role="status" className="attachment-status">
        {arriving > 0 && words.arriving(arriving)}
      </span>
      {problem !== '' && (
        <p role="alert" className="attachment-problem">
          {problem}
        </p>
      )}
    </div>
  );
};

const EditedImages = ({ editor }: { readonly editor: Editor }) => {
  const page = usePage();
  const { key, attachments = [] } = editor;
  const words = attachmentTexts();
  if (attachments.length === 0) return null;
  return (
    <ul className="attachments">
      {attachments.map((attachment, index) => {
        const { id } = attachment;
        const number = index + 1;
        return (
          <AttachedImage key={id} attachment={attachment} number={number}>
            <input
              className="text-field attachment-alt"
              aria-label={words.description(number)}
              placeholder={words.placeholder}
              maxLength={200}
              value={attachment.alt ?? ''}
              onChange={({ currentTarget: { value: alt } }) =>
                describeImage(page, { key, id, alt })
              }
            />
            <QuietButton
              label={words.remove(number)}
              icon={<Icon name="close" size={14} />}
              onClick={() => void removeImage(page, { key, id })}
            />
          </AttachedImage>
        );
      })}
    </ul>
  );
};
