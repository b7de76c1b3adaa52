/** What a selection is made larger or smaller by. */
export type SelectionUnit = 'block' | 'word';

/** How the selection becomes another one. */
export interface Extension {
  /** Where the blocks are. */
  readonly content: Element;
  /** The text that the keyboard is at. */
  readonly current: Element;
  readonly unit: SelectionUnit;
  readonly direction: 1 | -1;
}

/**
 * Makes the browser's selection larger or smaller, without a caret: the first time it begins in the current block. By
 * blocks it goes over whole ones; by words it stays in the block.
 */
export const extendSelection = (extension: Extension): void => {
  const selection = getSelection();
  if (selection === null) return;
  if (extension.unit === 'word') extendByWord(selection, extension);
  else extendByBlock(selection, extension);
};

const indexOf = (texts: readonly Element[], node: Node | null): number =>
  texts.findIndex((text) => text.contains(node));

const extendByBlock = (selection: Selection, { content, current, direction }: Extension): void => {
  const texts = [...content.querySelectorAll('[data-block]')];
  const isNew = selection.isCollapsed || indexOf(texts, selection.anchorNode) < 0;
  const anchor = isNew ? texts.indexOf(current) : indexOf(texts, selection.anchorNode);
  const before = isNew ? anchor : Math.max(0, indexOf(texts, selection.focusNode));
  const focus = isNew ? anchor : Math.max(0, Math.min(texts.length - 1, before + direction));
  const [from, to] = [texts[anchor], texts[focus]];
  if (from === undefined || to === undefined) return;
  const isForward = focus >= anchor;
  selection.setBaseAndExtent(
    from,
    isForward ? 0 : from.childNodes.length,
    to,
    isForward ? to.childNodes.length : 0,
  );
  to.scrollIntoView({ block: 'nearest' });
};

const extendByWord = (selection: Selection, { current, direction }: Extension): void => {
  const { focusNode } = selection;
  if (selection.isCollapsed || !current.contains(focusNode))
    collapseTo(selection, current, direction);
  const [node, offset] = [selection.focusNode, selection.focusOffset];
  selection.modify('extend', direction > 0 ? 'forward' : 'backward', 'word');
  // Past the end of the block it would run into what stands beside it.
  if (node !== null && !current.contains(selection.focusNode)) selection.extend(node, offset);
};

const collapseTo = (selection: Selection, element: Element, direction: 1 | -1): void => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let first: Node | undefined;
  let last: Node | undefined;
  while (texts.nextNode() !== null) {
    if (texts.currentNode.textContent?.trim() === '') continue;
    first ??= texts.currentNode;
    last = texts.currentNode;
  }
  if (direction > 0 && first !== undefined) selection.collapse(first, 0);
  if (direction < 0 && last !== undefined)
    selection.collapse(last, last.textContent?.trimEnd().length ?? 0);
};
