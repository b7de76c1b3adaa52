import { fenceLanguage } from './fence-language.ts';

const namePattern = /(?:^|\s)language-(\S+)/u;

/**
 * Colours the fences of an element whose language is known, one after the other; the highlighter is fetched when there
 * is one. What cannot be coloured stays as it is. @returns whether any text was put into new nodes
 */
export const colourFences = async (
  codes: readonly Element[],
  signal: AbortSignal,
): Promise<boolean> => {
  let hasChanged = false;
  for (const code of codes) {
    const language = fenceLanguage(namePattern.exec(code.className)?.[1] ?? '');
    const text = code.textContent ?? '';
    if (language === undefined || text.trim() === '') continue;
    const { highlightFence } = await import('./highlight-fence.ts');
    const coloured = await highlightFence(text, language);
    await selectionElsewhere(code, signal);
    if (signal.aborted) break;
    if (coloured === undefined) continue;
    code.replaceChildren(coloured);
    hasChanged = true;
  }
  return hasChanged;
};

/** Waits until nothing of an element is selected: new nodes would take the selection away. */
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
