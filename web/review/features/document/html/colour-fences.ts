import { insetSelector, textOf, toDomRange, toTextOffset } from '../../../../shell/dom-range.ts';
import type { Page, CodeNode } from '../../../ui/page.ts';
import { languageOf, languages } from '../../../../../shared/file-language.ts';

const namePattern = /(?:^|\s)language-(\S+)/u;

/**
 * Highlights code fences of known languages, one after the other; others stay plain, as do those in which invisible
 * characters are spelled out.
 * @returns whether any text nodes were replaced
 */
export const colourFences = async (
  codes: readonly Element[],
  highlight: Page['highlight'],
  signal: AbortSignal,
): Promise<boolean> => {
  let hasChanged = false;
  for (const code of codes) {
    const language = fenceLanguage(namePattern.exec(code.className)?.[1] ?? '');
    const text = textOf(code);
    if (language === undefined || text.trim() === '') continue;
    if (code.querySelector('.hidden-character') !== null) continue;
    const coloured = colouredCode(text, await highlight(text, language));
    await selectionElsewhere(code, signal);
    if (signal.aborted) break;
    if (coloured === undefined) continue;
    replaceText(code, coloured);
    hasChanged = true;
  }
  return hasChanged;
};

/** Replaces the text nodes; insets stay, since they may contain an open editor. */
const replaceText = (code: Element, coloured: DocumentFragment): void => {
  const insets = [...code.querySelectorAll(`:scope > ${insetSelector}`)];
  const offsets = insets.map((inset) => toTextOffset(code, code, indexIn(code, inset)));
  const before = [...code.childNodes];
  for (const node of before) if (!insets.includes(node as Element)) node.remove();
  const whole = document.createElement('code');
  whole.append(coloured);
  let taken = 0;
  for (const [at, inset] of insets.entries()) {
    const offset = offsets[at] ?? 0;
    const part = offset > taken ? toDomRange(whole, 0, offset - taken) : undefined;
    if (part !== undefined) {
      part.setStart(whole, 0);
      inset.before(part.extractContents());
    }
    taken = offset;
  }
  code.append(...whole.childNodes);
};

const indexIn = (parent: Node, child: ChildNode): number => [...parent.childNodes].indexOf(child);

/** Waits until the selection is outside of an element, since new nodes would drop it. */
export const selectionElsewhere = (element: Element, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const watching = new AbortController();
    const look = () => {
      const selection = getSelection();
      const isSelected =
        selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
      if (isSelected && !signal.aborted) return;
      watching.abort();
      resolve();
    };
    document.addEventListener('selectionchange', look, { signal: watching.signal });
    signal.addEventListener('abort', look, { signal: watching.signal });
    look();
  });

/** A run of code with its colours, if any. */
export interface ColouredPart {
  readonly text: string;
  readonly colours: string | undefined;
}

/**
 * Builds highlighted nodes that contain only text and colours. Undefined if the text differs from the code, since
 * comments are anchored in it.
 */
export const colouredCode = (
  code: string,
  lines: readonly (CodeNode | undefined)[],
): DocumentFragment | undefined => {
  const parts: ColouredPart[] = [];
  for (const [index, line] of lines.entries()) {
    if (index > 0) parts.push({ text: '\n', colours: undefined });
    parts.push(...colouredParts(line));
  }
  const text = parts.map((part) => part.text).join('');
  if (text !== code && `${text}\n` !== code) return undefined;
  if (text !== code) parts.push({ text: '\n', colours: undefined });
  return toNodes(parts);
};

/** The runs of a line, without its line feed. */
export const colouredParts = (line: CodeNode | undefined): ColouredPart[] => {
  const parts: ColouredPart[] = [];
  if (line !== undefined) collect(line, undefined, parts);
  const last = parts.at(-1);
  if (last?.text.endsWith('\n') === true)
    parts[parts.length - 1] = { ...last, text: last.text.slice(0, -1) };
  return parts;
};

const collect = (node: CodeNode, colours: string | undefined, parts: ColouredPart[]): void => {
  if (node.type === 'text') {
    parts.push({ text: node.value ?? '', colours });
    return;
  }
  const own = coloursOf(node.properties?.['style']) ?? colours;
  for (const child of node.children ?? []) collect(child, own, parts);
};

/** Converts a style with both theme colours to `light-dark(#light, #dark)`. */
const coloursOf = (style: unknown): string | undefined => {
  if (typeof style !== 'string') return undefined;
  const light = /light:\s*(#[0-9a-f]{3,8})\b/iu.exec(style)?.[1];
  const dark = /dark:\s*(#[0-9a-f]{3,8})\b/iu.exec(style)?.[1];
  return light === undefined || dark === undefined ? undefined : `light-dark(${light}, ${dark})`;
};

/** Merges adjacent runs of the same colour; whitespace needs none. */
const toNodes = (parts: readonly ColouredPart[]): DocumentFragment => {
  const fragment = document.createDocumentFragment();
  let text = '';
  let colours: string | undefined;
  const flush = () => {
    if (text === '') return;
    if (colours === undefined) fragment.append(text);
    else {
      const element = document.createElement('span');
      element.style.color = colours;
      element.textContent = text;
      fragment.append(element);
    }
    text = '';
  };
  for (const part of parts) {
    if (part.colours !== colours && part.text.trim() !== '') {
      flush();
      ({ colours } = part);
    }
    text += part.text;
  }
  flush();
  return fragment;
};

/** Language names that are neither the highlighter's nor a file extension. */
const aliases: Readonly<Record<string, string>> = {
  shell: 'shellscript',
  console: 'shellscript',
  'shell-session': 'shellscript',
  golang: 'go',
  'c++': 'cpp',
  'c#': 'csharp',
  objc: 'objective-c',
  jsonl: 'json',
  pwsh: 'powershell',
  postgresql: 'sql',
  protobuf: 'proto',
};

/** Maps a fence's info string to the highlighter's language; undefined if unknown. */
export const fenceLanguage = (name: string): string | undefined => {
  const lower = name.toLowerCase();
  if (Object.hasOwn(languages, lower)) return lower;
  if (Object.hasOwn(aliases, lower)) return aliases[lower];
  const known = /^[\w+#-]+$/u.test(lower) ? languageOf(`code.${lower}`) : 'text';
  return known === 'text' ? undefined : known;
};
