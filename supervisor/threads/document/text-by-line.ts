import type { DocumentBlock } from './document-block.ts';

/** What blocks show of each source line, by 1-based line: their text, and other words. */
export const textByLine = (blocks: readonly DocumentBlock[]): ReadonlyMap<number, string> => {
  const texts = new Map<number, string>();
  const add = (line: number, text: string): void => {
    if (text !== '') texts.set(line, (texts.get(line) ?? '') + text);
  };
  for (const block of blocks) {
    for (const [line, text] of partsOf(block)) add(line, text);
    for (const [line, words] of block.besides ?? []) add(line, words);
  }
  return texts;
};

/** Splits a block's text by source line. */
const partsOf = function* ({
  text,
  marks,
  startLine,
}: DocumentBlock): Generator<[line: number, part: string]> {
  let line = startLine;
  let from = 0;
  for (const [to, nextLine] of [...marks, [text.length, 0] as const]) {
    for (const part of text.slice(from, to).split('\n')) yield [line++, part];
    line = nextLine;
    from = to;
  }
};
