// Scripts without spaces between words have no words to be found within.
const wordBefore =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}_]$/u;
const wordBehind =
  /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}_]/u;

/** Whether a range of a text begins or ends within a word. */
export const cutsWord = (text: string, start: number, end: number): boolean =>
  isWithinWord(text, start) || isWithinWord(text, end);

const isWithinWord = (text: string, offset: number): boolean =>
  wordBefore.test(text.slice(Math.max(0, offset - 2), offset)) &&
  wordBehind.test(text.slice(offset, offset + 2));
