import { dropHidden } from '../../shared/visible-text.ts';
import { maxNoteTitleBytes, maxReadTitleLength } from '../../shared/limits.ts';

interface Named {
  readonly title: string;
  /** `YYYY-MM-DD`. First in the name, so that no title makes it hidden or one that Windows reserves. */
  readonly date: string;
}

/** What Windows does not allow in names, and what ends a link to a note in Obsidian. */
const special = /[\s/\\:*?"<>|#^[\]]+/gu;

/** The file name of a note; from 2 on, `number` is part of it. */
export const noteName = ({ title, date }: Named, number: number): string => {
  const words = wordsOf(title);
  return `${[date, ...(words === '' ? [] : [words]), ...(number === 1 ? [] : [number])].join(' ')}.md`;
};

/** The title as part of a file name; may be empty. */
const wordsOf = (title: string): string => {
  const visible = dropHidden(title.slice(0, maxReadTitleLength).replaceAll(/\p{Cs}/gu, ''))
    .normalize('NFC')
    .replaceAll(special, ' ');
  return withoutEnds(cut(withoutEnds(visible)));
};

/** Without dots and spaces at both ends. */
const withoutEnds = (text: string): string => {
  const isEnd = (at: number) => text[at] === '.' || text[at] === ' ';
  let from = 0;
  let to = text.length;
  while (isEnd(from)) from += 1;
  while (to > from && isEnd(to - 1)) to -= 1;
  return text.slice(from, to);
};

const cut = (text: string): string => {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxNoteTitleBytes) break;
    kept += character;
  }
  return kept;
};
