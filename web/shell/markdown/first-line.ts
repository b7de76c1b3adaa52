/** Enough for any row. */
const maxLineLength = 300;
/** How much of the text to search, since it may start with empty lines. */
const lookedAt = 4000;

const fence = /^\s*(?:`{3}|~{3})/u;
const blockSigns = /^\s*(?:(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+)*/u;

/** The first line with text, without markers of headings, lists or quotes. */
export const firstLine = (text: string): string => {
  for (const line of text.slice(0, lookedAt).split('\n')) {
    if (fence.test(line)) continue;
    const words = line.replace(blockSigns, '').trim();
    if (words !== '') return words.slice(0, maxLineLength);
  }
  return '';
};
