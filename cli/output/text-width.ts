// Code points that a terminal shows two cells wide: East Asian Wide and Fullwidth (UAX #11), and emoji.
const wideRanges: readonly (readonly [number, number])[] = [
  [0x11_00, 0x11_5f],
  [0x2e_80, 0x30_3e],
  [0x30_41, 0xa4_cf],
  [0xa9_60, 0xa9_7c],
  [0xac_00, 0xd7_a3],
  [0xf9_00, 0xfa_ff],
  [0xfe_30, 0xfe_6f],
  [0xff_00, 0xff_60],
  [0xff_e0, 0xff_e6],
  [0x1_f3_00, 0x1_f6_4f],
  [0x1_f6_80, 0x1_f6_ff],
  [0x1_f9_00, 0x1_f9_ff],
  [0x2_00_00, 0x3_ff_fd],
];

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/u.test(text);

const widthOf = (character: string): number => {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x3_00) return 1;
  if (/[\p{Mark}\p{Default_Ignorable_Code_Point}]/u.test(character)) return 0;
  return wideRanges.some(([from, to]) => codePoint >= from && codePoint <= to) ? 2 : 1;
};

/** Width of a text without control sequences, in terminal cells. */
export const textWidth = (text: string): number => {
  if (isPlain(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
};

/** Truncates a text to `width` cells, ending in `…` if it was longer. */
export const truncate = (text: string, width: number): string => {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    used += widthOf(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
};
