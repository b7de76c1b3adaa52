import { documentsTexts } from '../../../shell/texts/documents-texts.ts';
import { blocksOf, loadedBlocks } from '../../store/content-slice.ts';
import { noticeOf } from '../../store/notices-slice.ts';
import type { Page } from '../../ui/page.ts';
import { blockWithAnchor } from './block-html.ts';
import { documentAt, resolveLink } from './documents/linked-document.ts';
import { openDocument } from './documents/open-document.ts';

/** Shows the document that a link leads to, and says so if it is none of this review. */
export const followLink = async (page: Page, link: string, from?: string): Promise<void> => {
  const words = documentsTexts();
  const target = resolveLink(link, from);
  if (target === undefined) {
    page.store.dispatch(noticeOf(words.outside));
    return;
  }
  const names = await namesOf(page);
  if (typeof names === 'string') {
    page.store.dispatch(noticeOf(names));
    return;
  }
  const name = documentAt(target.path, names);
  if (name === undefined) page.store.dispatch(noticeOf(words.notHere(target.path)));
  else await show(page, name, target.anchor);
};

/** The names of all documents, or why they are unknown. */
const namesOf = async ({ client, store }: Page): Promise<readonly string[] | string> => {
  const { content } = store.getState();
  if (content.file === undefined)
    return [...new Set(loadedBlocks(content).flatMap(({ file }) => file ?? []))];
  const answer = await client.call('getDocuments');
  return answer.kind === 'ok' ? answer.value.documents.map(({ name }) => name) : answer.sentence;
};

const show = async (page: Page, name: string, anchor: string): Promise<void> => {
  const { store } = page;
  const goTo = () => {
    const blocks = blocksOf(store.getState().content);
    const target =
      blockWithAnchor(blocks, anchor, name) ?? blocks.find(({ file }) => file === name);
    if (target !== undefined) page.viewer.current()?.goToBlock?.(target.id);
  };
  const { file } = store.getState().content;
  if (file === undefined || file === name) goTo();
  else await openDocument(page, name, goTo);
};
