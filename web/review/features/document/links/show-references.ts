import { showPath } from '../../../../../shared/visible-text.ts';
import { linksTexts } from '../../../../shell/texts/links-texts.ts';
import { selectionElsewhere } from '../html/colour-fences.ts';
import { textReplaced } from '../html/use-fence-colours.ts';
import type { FilePlace } from '../../../ui/page.ts';
import type { FindFile } from './check-references.ts';
import { placeOf, type FoundReference } from './find-references.ts';
import { namedClass, removePlace, setPlace } from './link-place.ts';

interface ShowOptions {
  readonly findFile: FindFile;
  /** Whether a link of the author's may lead to another document of the review. */
  readonly hasOthers: boolean;
  readonly signal: AbortSignal;
}

/** Makes links of the references of a block that lead to files. They are removed when the signal aborts. */
export const showReferences = async (
  block: Element,
  references: readonly FoundReference[],
  { findFile, hasOthers, signal }: ShowOptions,
): Promise<void> => {
  const words: Word[] = [];
  for (const reference of references) {
    const file = findFile(reference.asked);
    if (reference.kind === 'word') {
      if (typeof file === 'string') words.push({ ...reference, file });
    } else if (typeof file === 'string') {
      const { link } = reference;
      setPlace(link, placeOf(reference, file));
      signal.addEventListener('abort', () => removePlace(link));
    } else if (file === null && !hasOthers) sayLost(reference.link, signal);
  }
  if (words.length === 0) return;
  await selectionElsewhere(block, signal);
  if (signal.aborted) return;
  // From the end, since a text is split where a word begins.
  const links = words.toReversed().map(wordLink);
  block.dispatchEvent(new Event(textReplaced));
  signal.addEventListener('abort', () => {
    for (const link of links) link.replaceWith(...link.childNodes);
    block.normalize();
    block.dispatchEvent(new Event(textReplaced));
  });
};

type Word = Extract<FoundReference, { kind: 'word' }> & { readonly file: string };

const wordLink = (word: Word): HTMLElement => {
  const { text, start, end, file } = word;
  const place = placeOf(word, file);
  if (end < text.length) text.splitText(end);
  const named = start > 0 ? text.splitText(start) : text;
  const link = document.createElement('a');
  link.className = namedClass;
  link.setAttribute('href', `#./${encodeURI(file)}`);
  link.title = titleOf(place);
  setPlace(link, place);
  named.replaceWith(link);
  link.append(named);
  return link;
};

const titleOf = ({ filePath, lineStart, lineEnd = lineStart }: FilePlace): string => {
  const lines = lineStart === lineEnd ? lineStart : `${lineStart}–${lineEnd}`;
  return lines === undefined ? showPath(filePath) : `${showPath(filePath)}:${lines}`;
};

/** A link that leads nowhere is text, and says so. */
const sayLost = (link: HTMLElement, signal: AbortSignal): void => {
  const { title } = link;
  const address = link.getAttribute('href') ?? '';
  link.removeAttribute('href');
  link.title = linksTexts().lost(title);
  signal.addEventListener('abort', () => {
    link.setAttribute('href', address);
    link.title = title;
  });
};
