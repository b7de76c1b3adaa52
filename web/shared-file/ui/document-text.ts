import type { SharedBlock, SharedReview } from '../../../shared/sharing/shared-review.ts';
import { sharedImageName } from '../../../shared/sharing/shared-page.ts';
import { documentSanitizer } from '../../shell/document-sanitizer.ts';
import { button, element } from './element.ts';
import type { Words } from './words.ts';

/** The document on the page. The lists are by block. */
export interface DrawnDocument {
  readonly element: HTMLElement;
  /** The elements whose text is a block's. */
  readonly blocks: readonly HTMLElement[];
  /** Where what was said about a block is shown. */
  readonly notes: readonly HTMLElement[];
  readonly buttons: readonly HTMLElement[];
}

interface DrawOptions {
  readonly words: Words;
  readonly onComment: (block: number) => void;
}

/** Draws the document. Its HTML goes through the sanitizer of the review page. */
export const drawDocument = (
  { blocks: all, images }: SharedReview,
  { words, onComment }: DrawOptions,
): DrawnDocument => {
  const { toFragment } = documentSanitizer(() => words.sanitizer);
  const blocks: HTMLElement[] = [];
  const notes: HTMLElement[] = [];
  const buttons: HTMLElement[] = [];
  const rows = all.map((block, index) => {
    const text = element('div', { class: 'markdown', dir: 'auto' });
    text.append(toFragment(block.html));
    showImages(text, (address) => images[sharedImageName(block.file, address)]);
    const said = element('div', { class: 'notes' });
    const comment = button('+', { label: words.commentHere, onClick: () => onComment(index) });
    blocks.push(text);
    notes.push(said);
    buttons.push(comment);
    const isName = block.file !== undefined && block.html.startsWith('<h1 class="file">');
    return element(
      'div',
      { class: 'block', 'data-kind': block.kind, ...(isName ? { 'data-names-file': 'true' } : {}) },
      element('div', { class: 'gutter' }, comment),
      text,
      said,
    );
  });
  const article = element('article', { class: 'document', 'aria-label': words.document }, ...rows);
  article.addEventListener('click', (event) => followLink(event, all, rows));
  return { element: article, blocks, notes, buttons };
};

const imageAddress = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]+$/u;

/** Shows images above their descriptions, which are part of the text. */
const showImages = (text: HTMLElement, find: (address: string) => string | undefined): void => {
  for (const place of text.querySelectorAll<HTMLElement>('span.image')) {
    const source = find(place.title) ?? '';
    if (!imageAddress.test(source)) continue;
    place.dataset['shown'] = 'true';
    place.prepend(element('img', { src: source, alt: '' }));
  }
};

/** Links within the document lead to its headings; the sanitizer has removed their ids. */
const followLink = (
  event: MouseEvent,
  blocks: readonly SharedBlock[],
  rows: readonly HTMLElement[],
): void => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  if (link === null) return;
  event.preventDefault();
  const anchor = (link.getAttribute('href') ?? '').slice(1);
  const index =
    anchor === '' ? -1 : blocks.findIndex(({ html }) => html.includes(` id="${anchor}"`));
  rows[index]?.scrollIntoView();
};
