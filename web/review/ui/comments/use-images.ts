import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Attachment } from '../../../../shared/annotations/attachment.ts';
import { maxAttachments } from '../../../../shared/limits.ts';
import { attachmentTexts } from '../../../shell/texts/attachment-texts.ts';
import { uploadClient, uploadImage } from '../../protocol/upload-client.ts';
import type { Editor } from '../../store/editors-slice.ts';
import { noticeOf } from '../../store/notices-slice.ts';
import type { WithStore } from '../../store/state.ts';
import { usePage } from '../page.ts';

const editorIn = ({ store }: WithStore, key: string): Editor | undefined =>
  store.getState().editors.find((editor) => editor.key === key);

const change = (
  page: WithStore,
  key: string,
  next: (attachments: readonly Attachment[]) => Attachment[],
): void => {
  const { attachments = [] } = editorIn(page, key) ?? {};
  page.store.dispatch({
    type: 'editors/changed',
    key,
    change: { attachments: next(attachments) },
  });
};

/** An image of an open editor. */
interface EditedImage {
  readonly key: string;
  readonly id: string;
}

/** Says what an image shows. */
export const describeImage = (
  page: WithStore,
  { key, id, alt }: EditedImage & { readonly alt: string },
): void =>
  change(page, key, (attachments) =>
    attachments.map((one) => (one.id === id ? { ...one, alt } : one)),
  );

/** Takes an image off a comment. One that a saved comment has stays stored, since that can be undone. */
export const removeImage = async (page: WithStore, { key, id }: EditedImage): Promise<void> => {
  change(page, key, (attachments) => attachments.filter((one) => one.id !== id));
  const { comments } = page.store.getState();
  const isSaved = comments.some(({ attachments = [] }) => attachments.some((one) => one.id === id));
  if (!isSaved) await uploadClient.call('deleteUpload', { params: { upload: id } });
};

/**
 * Uploads images for an editor.
 * @returns a ref for an element in the editor, a function that adds files, how many are on their way, and what went wrong
 */
export const useImages = (key: string) => {
  const page = usePage();
  const box = useRef<HTMLDivElement>(null);
  const [arriving, setArriving] = useState(0);
  const [problem, setProblem] = useState('');
  const add = (files: Iterable<File>): void => {
    setProblem('');
    for (const file of files) {
      setArriving((count) => count + 1);
      void attach(page, key, file)
        .then((failed) => {
          if (failed !== undefined) setProblem(failed);
        })
        .finally(() => setArriving((count) => count - 1));
    }
  };
  useFilesGiven(box, add);
  return { box, add, arriving, problem };
};

/** @returns what went wrong */
const attach = async (page: WithStore, key: string, file: File): Promise<string | undefined> => {
  const words = attachmentTexts();
  if ((editorIn(page, key)?.attachments?.length ?? 0) >= maxAttachments)
    return words.tooMany(maxAttachments);
  const answer = await uploadImage(file);
  if (answer.kind !== 'ok') return answer.sentence;
  if (editorIn(page, key) === undefined) {
    page.store.dispatch(noticeOf(words.late));
    return undefined;
  }
  // A pasted image has a name that says nothing.
  const alt = file.name === 'image.png' ? {} : { alt: file.name.slice(0, 200) };
  change(page, key, (attachments) => [...attachments, { ...answer.value, ...alt }]);
  return undefined;
};

/** Calls `add` with image files that are pasted or dropped in the editor around an element. */
const useFilesGiven = (
  box: { readonly current: HTMLElement | null },
  add: (files: Iterable<File>) => void,
): void => {
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  // Before it is drawn, so that nothing pasted is missed.
  useLayoutEffect(() => {
    const editor = box.current?.closest('.comment-editor');
    if (!(editor instanceof HTMLElement)) return undefined;
    const { signal, abort } = controlled();
    const take = (event: Event, given: DataTransfer | null): void => {
      const files = [...(given?.files ?? [])];
      // Copied text of an office program comes with a picture of itself.
      const isText = event.type === 'paste' && given?.types.includes('text/plain') === true;
      if (files.length === 0 || isText) return;
      event.preventDefault();
      latest.current(files);
    };
    editor.addEventListener('paste', (event) => take(event, event.clipboardData), { signal });
    editor.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal });
    editor.addEventListener('dragover', (event) => offerDrop(event), { signal });
    return abort;
  }, [box]);
};

const controlled = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};

/** Otherwise the browser would open the file in place of the page. */
const offerDrop = (event: DragEvent): void => {
  if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
};
