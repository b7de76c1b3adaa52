/** Enough for any row. */
const maxLineLength = 300;
/** How much of a text is looked at: what comes first may be empty. */
const lookedAt = 4000;

const fence = /^\s*(?:`{3}|~{3})/u;
const blockSigns = /^\s*(?:(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+)*/u;

/** The first line of a text that says something, without the sign of a heading, list or quote before it. */
export const firstLine = (text: string): string => {
  for (const line of text.slice(0, lookedAt).split('\n')) {
    if (fence.test(line)) continue;
    const words = line.replace(blockSigns, '').trim();
    if (words !== '') return words.slice(0, maxLineLength);
  }
  return '';
};
