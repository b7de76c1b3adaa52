import { hasHidden, splitHidden, type TextPart } from './visible-text.ts';

/** Joins or separates letters of a script that needs that, or the parts of an emoji. */
const isJoiner = (text: string, at: number): boolean =>
  /[\u200c\u200d]/u.test(text.charAt(at)) &&
  [at - 1, at + 1].every((beside) => /[^\0-\u024f\u2000-\u206f]/.test(text.charAt(beside)));

/** Splits prose, in which joiners that a script or an emoji needs are visible, unlike in code. */
export const splitProse = (text: string): TextPart[] => {
  let at = 0;
  return splitHidden(text).map((part) => {
    const start = at;
    at += part.text.length;
    return isJoiner(text, start) && part.spelled !== undefined ? { text: part.text } : part;
  });
};

/** Escapes invisible characters in prose. */
export const spellProse = (text: string): string =>
  hasHidden(text)
    ? splitProse(text)
        .map((part) => part.spelled ?? part.text)
        .join('')
    : text;
