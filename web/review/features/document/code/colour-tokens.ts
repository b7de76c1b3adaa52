import type { CodeNode } from '../../../ui/page.ts';

/** A run of code with its colours, if any. */
interface ColouredPart {
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
    const ofLine: ColouredPart[] = [];
    if (line !== undefined) collect(line, undefined, ofLine);
    const last = ofLine.at(-1);
    if (last?.text.endsWith('\n') === true)
      ofLine[ofLine.length - 1] = { ...last, text: last.text.slice(0, -1) };
    parts.push(...ofLine);
  }
  const text = parts.map((part) => part.text).join('');
  if (text !== code && `${text}\n` !== code) return undefined;
  if (text !== code) parts.push({ text: '\n', colours: undefined });
  return toNodes(parts);
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
