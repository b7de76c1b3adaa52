import { resolveLink } from '../../../../shared/session/resolve-link.ts';
import { documentsTexts } from '../../../shell/texts/documents-texts.ts';
import { blocksOf, loadedBlocks } from '../../store/content-slice.ts';
import { noticeOf } from '../../store/notices-slice.ts';
import type { Page } from '../../ui/page.ts';
import { blockWithAnchor } from './html/block-html.ts';
import { documentAt } from './documents/linked-document.ts';
import { openDocument } from './documents/open-document.ts';
import { keepWayBack } from './documents/way-back.ts';
import { isNamed, placeOfLink } from './links/link-place.ts';

/**
 * Shows what a link leads to: another document of this review, or a file of the project beside the text. Says so if it is
 * neither.
 * @param element its `href` begins with `#./`
 */
export const followLink = async (
  page: Page,
  element: HTMLElement,
  from?: string,
): Promise<void> => {
  const words = documentsTexts();
  const place = placeOfLink(element);
  const openBeside = page.viewer.current()?.openPath;
  if (place !== undefined && isNamed(element)) {
    openBeside?.(place);
    return;
  }
  const target = resolveLink(element.getAttribute('href')?.slice(1) ?? '', from);
  if (target === undefined) {
    if (place === undefined) page.store.dispatch(noticeOf(words.outside));
    else openBeside?.(place);
    return;
  }
  const names = await namesOf(page);
  if (typeof names === 'string') {
    page.store.dispatch(noticeOf(names));
    return;
  }
  const name = documentAt(target.path, names);
  if (name === undefined && place !== undefined) openBeside?.(place);
  else if (name === undefined) page.store.dispatch(noticeOf(words.notHere(target.path)));
  else {
    keepWayBack(page, element, name);
    await show(page, name, target.anchor);
  }
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
