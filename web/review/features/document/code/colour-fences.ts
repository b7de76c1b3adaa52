import { insetSelector, textOf, toDomRange, toTextOffset } from '../../../ui/dom-range.ts';
import type { Page } from '../../../ui/page.ts';
import { colouredCode } from './colour-tokens.ts';
import { fenceLanguage } from './fence-language.ts';

const namePattern = /(?:^|\s)language-(\S+)/u;

/**
 * Highlights code fences of known languages, one after the other; others stay plain.
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
const selectionElsewhere = (element: Element, signal: AbortSignal): Promise<void> =>
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
