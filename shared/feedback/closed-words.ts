/** The beginning of a line that opens or closes a fenced block of code. Source: CommonMark 0.31, 4.5. */
const fenceStart = /^ {0,3}(?:`{3,}|~{3,})/u;

/** What begins a block of HTML that does not end at a blank line, and what ends it. Source: CommonMark 0.31, 4.6. */
const htmlBlocks: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}<!--/u, '-->'],
  [/^ {0,3}<\?/u, '?>'],
  [/^ {0,3}<!\[CDATA\[/u, ']]>'],
  [/^ {0,3}<![a-z]/iu, '>'],
  [/^ {0,3}<pre(?:[\s>]|$)/iu, '</pre>'],
  [/^ {0,3}<script(?:[\s>]|$)/iu, '</script>'],
  [/^ {0,3}<style(?:[\s>]|$)/iu, '</style>'],
  [/^ {0,3}<textarea(?:[\s>]|$)/iu, '</textarea>'],
];

/** The reviewer's own words, with what they leave open closed: a block of code or HTML would swallow what follows. */
export const closedWords = (text: string): string => {
  let fenceOpen: string | undefined;
  let htmlEnd: string | undefined;
  for (const line of text.split('\n')) {
    const [start = ''] = fenceStart.exec(line) ?? [];
    const [ticks, info] = [start.trimStart(), line.slice(start.length)];
    if (fenceOpen !== undefined) {
      if (ticks.startsWith(fenceOpen) && info.trim() === '') fenceOpen = undefined;
      continue;
    }
    htmlEnd ??= htmlBlocks.find(([begins]) => begins.test(line))?.[1];
    if (htmlEnd !== undefined) {
      if (line.toLowerCase().includes(htmlEnd)) htmlEnd = undefined;
    } else if (ticks !== '' && !(ticks.startsWith('`') && info.includes('`'))) fenceOpen = ticks;
  }
  const end = fenceOpen ?? htmlEnd;
  return end === undefined ? text : `${text}\n${end}`;
};
