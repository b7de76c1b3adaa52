import type { FileDiffMetadata, LineTypes, RenderDiffResult } from '@pierre/diffs';
import type { DiffColours, FileColours } from '../../../../../shared/session/diff-colours.ts';

type Result = RenderDiffResult['result'];
type Node = Result['code']['additionLines'][number];
type Palette = Pick<DiffColours, 'styles' | 'themeStyles'>;

/** Only colours and font styles under the library's own names: safe, since they cannot load anything. */
const declarations = /^(?:--diffs-[a-z-]+:[#a-z\d -]+(?:;|$))*$/iu;

/** A highlighted file, possibly only its beginning. */
interface ColouredDiff {
  readonly result: Result;
  readonly isWhole: boolean;
}

/**
 * Builds what the library's highlighter would produce, from the text and the server's token lengths and styles.
 * Undefined if these do not match the text or are not valid.
 */
export const colouredDiff = (
  diff: FileDiffMetadata,
  { deletions, additions }: FileColours,
  { styles, themeStyles }: Palette,
): ColouredDiff | undefined => {
  if (![themeStyles, ...styles].every((style) => declarations.test(style))) return undefined;
  const places = linePlaces(diff);
  const deletionLines = colouredLines(diff.deletionLines, deletions, {
    styles,
    places: places.deletions,
  });
  const additionLines = colouredLines(diff.additionLines, additions, {
    styles,
    places: places.additions,
  });
  if (deletionLines === undefined || additionLines === undefined) return undefined;
  return {
    result: { code: { deletionLines, additionLines }, themeStyles, baseThemeType: undefined },
    isWhole: deletions.length === deletionLines.length && additions.length === additionLines.length,
  };
};

/** The attributes that the library sets on a line. */
interface LinePlace {
  readonly 'data-line': number;
  readonly 'data-alt-line'?: number;
  readonly 'data-line-type': LineTypes;
  readonly 'data-line-index': string;
}

interface Looks {
  readonly styles: readonly string[];
  readonly places: readonly LinePlace[];
}

const colouredLines = (
  texts: readonly string[],
  tokens: FileColours['additions'],
  { styles, places }: Looks,
): Node[] | undefined => {
  if (tokens.length > texts.length || places.length !== texts.length) return undefined;
  const lines: Node[] = [];
  for (const [at, text] of texts.entries()) {
    const plain = text.replace(/\r?\n$/u, '');
    const own = tokens[at];
    const children = own === undefined ? plainLine(plain) : colouredLine(plain, own, styles);
    if (children === undefined) return undefined;
    lines.push({ type: 'element', tagName: 'div', properties: { ...places[at] }, children });
  }
  return lines;
};

const textNode = (value: string): Node => ({ type: 'text', value });
const span = (properties: Record<string, string>, children: Node[]) =>
  ({ type: 'element', tagName: 'span', properties, children }) as const;

/** An empty line needs a line feed for its height. */
const plainLine = (text: string): Node[] => [textNode(text === '' ? '\n' : text)];

const colouredLine = (
  text: string,
  tokens: readonly number[],
  styles: readonly string[],
): Node[] | undefined => {
  const nodes: Node[] = [];
  let changed: Node[] | undefined;
  let from = 0;
  for (let at = 0; at < tokens.length; at += 2) {
    const [length = 0, look = -1] = [tokens[at], tokens[at + 1]];
    const style = styles[Math.floor(look / 3)];
    if (style === undefined || !(length > 0)) return undefined;
    const token = span(style === '' ? {} : { style }, [textNode(text.slice(from, from + length))]);
    from += length;
    if (look % 3 === 0) changed = undefined;
    else if (look % 3 === 2 || changed === undefined)
      nodes.push(span({ 'data-diff-span': '' }, (changed = [])));
    (changed ?? nodes).push(token);
  }
  if (from !== text.length) return undefined;
  return nodes.length === 0 ? plainLine('') : nodes;
};

/** The attributes of each line per side. Source: the library's `iterateOverDiff`, which is not exported. */
const linePlaces = ({ hunks }: FileDiffMetadata) => {
  const deletions: LinePlace[] = [];
  const additions: LinePlace[] = [];
  for (const hunk of hunks) {
    // An empty side refers to the line before it.
    let oldLine = hunk.deletionStart + (hunk.deletionCount === 0 ? 1 : 0);
    let newLine = hunk.additionStart + (hunk.additionCount === 0 ? 1 : 0);
    let [unified, split] = [hunk.unifiedLineStart, hunk.splitLineStart];
    for (const content of hunk.hunkContent)
      if (content.type === 'context')
        for (let at = 0; at < content.lines; at += 1, oldLine += 1, newLine += 1) {
          const shared = {
            'data-line-type': 'context',
            'data-line-index': `${unified},${split}`,
          } as const;
          deletions.push({ 'data-line': oldLine, 'data-alt-line': newLine, ...shared });
          additions.push({ 'data-line': newLine, 'data-alt-line': oldLine, ...shared });
          unified += 1;
          split += 1;
        }
      else {
        for (let at = 0; at < content.deletions; at += 1, oldLine += 1)
          deletions.push({
            'data-line': oldLine,
            'data-line-type': 'change-deletion',
            'data-line-index': `${unified + at},${split + at}`,
          });
        unified += content.deletions;
        for (let at = 0; at < content.additions; at += 1, newLine += 1)
          additions.push({
            'data-line': newLine,
            'data-line-type': 'change-addition',
            'data-line-index': `${unified + at},${split + at}`,
          });
        unified += content.additions;
        split += Math.max(content.deletions, content.additions);
      }
  }
  return { deletions, additions };
};
