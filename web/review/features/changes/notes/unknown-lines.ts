import type { UnknownLines } from '../../../../../shared/placement/manifest.ts';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { formatLines } from '../../../../shell/texts/format.ts';
import { notesTexts } from '../../../../shell/texts/notes-texts.ts';

/** Says which lines of the patch are not shown. */
export const unknownLinesNotice = ({ ranges, more }: UnknownLines): string => {
  const words = notesTexts();
  const isOne = ranges.length === 1 && ranges.every(([first, last]) => first === last);
  const say = isOne ? words.unknownLine : words.unknownLines;
  return say(formatLines(ranges, more === 0 ? undefined : diffTexts().moreLines(more)));
};
