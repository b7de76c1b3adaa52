const longest = 120;

/** A text of others as it may stand in a notification: one line, short, nothing that hides or turns round the rest. */
export const cleanText = (text: string): string => {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
};
