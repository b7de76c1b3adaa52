import { texts } from '../../../shell/texts/texts.ts';

/** What is scrolled sideways where it is wider than the text. */
const scrollable = '.markdown pre, .markdown table';

/**
 * Lets the keyboard reach the code and tables of a document that have more than is shown, as long as they have. Source:
 * axe, scrollable-region-focusable.
 * @param root where the blocks are, and come to be
 * @param signal ends it
 */
export const watchScrollable = (root: HTMLElement, signal: AbortSignal): void => {
  if (signal.aborted) return;
  // It tells of each when it is first drawn, too, which in a long document is not before it comes near.
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
  // A table has a role by itself, without which it would be none.
  if (!isTable) element.setAttribute('role', 'group');
};
