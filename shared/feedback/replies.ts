import { maxReplies, maxRepliesLength, maxReplyLength } from '../limits.ts';

/** What the text for the agent calls the section, or the file, with its replies. */
export const repliesHeading = '## Replies';

const heading = /^(#{1,6})[ \t]+(\S.*)$/u;
const repliesTitle = /^(?:my |the )?(?:replies|answers|responses)\b/iu;
/** `1. `, `2) `, `- 3: `, `### 4. `, `**5.** `, `6 ` */
const numbered =
  /^[ \t]{0,3}(?:#{1,6}[ \t]+|[-*+][ \t]+)?(?:\*\*)?(\d{1,4})[.):](?:\*\*)?[ \t]+(\S.*)?$/u;
const fence = /^[ \t]{0,3}(?:`{3}|~{3})/u;

/**
 * The agent's replies by the numbers of the items that they answer, from a text that has nothing else: a list with those
 * numbers. What stands before the first number is left out; the last reply to a number counts.
 */
export const readReplies = (text: string): ReadonlyMap<number, string> => {
  const replies = new Map<number, string[]>();
  let current: string[] | undefined;
  let isFenced = false;
  for (const line of text.slice(0, maxRepliesLength).split(/\r?\n/u)) {
    if (fence.test(line)) isFenced = !isFenced;
    const [, number, words = ''] = (isFenced ? null : numbered.exec(line)) ?? [];
    if (number === undefined) current?.push(line);
    else if (replies.size < maxReplies) replies.set(Number(number), (current = [words]));
  }
  return new Map(
    [...replies].flatMap(([number, lines]) => {
      const reply = outdented(lines).trim().slice(0, maxReplyLength);
      return reply === '' ? [] : [[number, reply]];
    }),
  );
};

/** What continues an item is indented below it. */
const outdented = ([first = '', ...rest]: readonly string[]): string =>
  [first, ...rest.map((line) => line.replace(/^[ \t]{1,4}/u, ''))].join('\n');

/** The same from the section of a plan that is headed as such, the last one if there are several. */
export const readRepliesSection = (text: string): ReadonlyMap<number, string> => {
  let section: string[] | undefined;
  let [level, isFenced] = [0, false];
  let isInside = false;
  for (const line of text.split(/\r?\n/u)) {
    if (fence.test(line)) isFenced = !isFenced;
    const [, signs = '', title = ''] = (isFenced ? null : heading.exec(line)) ?? [];
    if (signs !== '' && repliesTitle.test(title)) {
      [section, level, isInside] = [[], signs.length, true];
      continue;
    }
    if (signs !== '' && signs.length <= level) isInside = false;
    if (isInside) section?.push(line);
  }
  return section === undefined ? new Map() : readReplies(section.join('\n'));
};
