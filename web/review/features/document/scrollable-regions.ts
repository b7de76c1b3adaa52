import { texts } from '../../../shell/texts/texts.ts';

/** Elements that scroll horizontally if they are wider than the text. */
const scrollable = '.markdown pre, .markdown table';

/**
 * Makes code and tables focusable while they overflow. Source: axe, scrollable-region-focusable.
 * @param root the element that contains the blocks
 * @param signal aborts watching
 */
export const watchScrollable = (root: HTMLElement, signal: AbortSignal): void => {
  if (signal.aborted) return;
  // Also fires on first layout, which in long documents is when an element comes near the viewport.
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) mark(target as HTMLElement);
  });
  let known = new Set<Element>();
  const look = () => {
    const found = new Set(root.querySelectorAll(scrollable));
    for (const element of found) if (!known.has(element)) sizes.observe(element);
    for (const element of known) if (!found.has(element)) sizes.unobserve(element);
    known = found;
  };
  const blocks = new MutationObserver(look);
  look();
  blocks.observe(root, { childList: true, subtree: true });
  signal.addEventListener('abort', () => {
    blocks.disconnect();
    sizes.disconnect();
  });
};

const mark = (element: HTMLElement): void => {
  if (element.scrollWidth <= element.clientWidth) {
    for (const name of ['tabindex', 'role', 'aria-label']) element.removeAttribute(name);
    return;
  }
  const isTable = element.localName === 'table';
  const { wideTable, wideCode } = texts().document;
  element.tabIndex = 0;
  element.setAttribute('aria-label', isTable ? wideTable : wideCode);
  // A table must keep its implicit role.
  if (!isTable) element.setAttribute('role', 'group');
};
