import type { SelectionUnit } from '../../ui/page.ts';
import { insetSelector, toDomRange, toTextOffset } from '../../../shell/dom-range.ts';

/** A change of the selection. */
export interface Extension {
  /** The element that contains the blocks. */
  readonly content: Element;
  /** The current block's text. */
  readonly current: Element;
  /** Where a new selection starts in that text, forward and backward. */
  readonly start: number;
  readonly end: number;
  readonly unit: SelectionUnit;
  readonly direction: 1 | -1;
}

/**
 * Extends the selection by keyboard without a caret, starting at the current block. Browsers support that only with an
 * existing selection, and if the focus has not moved.
 */
export const extendSelection = (extension: Extension): void => {
  const selection = getSelection();
  if (selection === null) return;
  if (extension.unit === 'block') extendByBlock(selection, extension);
  else if (extension.unit === 'cell') selectCell(selection, extension);
  else extendByText(selection, { ...extension, unit: extension.unit });
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

/** Selects a table's next or previous cell with text, at first one of the current row. */
const selectCell = (selection: Selection, { current, start, end, direction }: Extension): void => {
  const cells = [...current.querySelectorAll('td, th')].filter(
    (cell) => /\S/u.test(cell.textContent) && cell.closest(insetSelector) === null,
  );
  const before = selection.isCollapsed
    ? -1
    : cells.findIndex((cell) => cell.contains(selection.anchorNode));
  const cell =
    before < 0
      ? cells.find((one) => isWithin(current, one, { start, end }))
      : cells[before + direction];
  if (cell === undefined) return;
  selection.selectAllChildren(cell);
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};

const isWithin = (
  text: Element,
  cell: Element,
  range: Pick<Extension, 'start' | 'end'>,
): boolean => {
  const at = toTextOffset(text, cell, 0);
  return at >= range.start && at < range.end;
};

interface TextExtension extends Extension {
  readonly unit: Exclude<SelectionUnit, 'block' | 'cell'>;
}

const extendByText = (selection: Selection, extension: TextExtension): void => {
  const { content, current, direction, unit } = extension;
  if (selection.isCollapsed || !content.contains(selection.anchorNode)) begin(selection, extension);
  const before = textAt(content, selection.focusNode) ?? current;
  selection.modify('extend', direction > 0 ? 'forward' : 'backward', unit);
  if (isInText(content, selection.focusNode)) return;
  // Skips buttons and comments between blocks.
  const next = besideText(content, before, direction);
  const edge =
    next &&
    toDomRange(next, ...(direction > 0 ? ([0, 0] as const) : ([Infinity, Infinity] as const)));
  if (edge !== undefined) selection.extend(edge.startContainer, edge.startOffset);
};

const begin = (selection: Selection, { current, start, end, direction }: TextExtension): void => {
  const range = toDomRange(current, start, end);
  if (range === undefined) return;
  range.collapse(direction > 0);
  selection.removeAllRanges();
  selection.addRange(range);
};

const textAt = (content: Element, node: Node | null): Element | undefined =>
  [...content.querySelectorAll('[data-block]')].find((text) => text.contains(node));

const isInText = (content: Element, node: Node | null): boolean => {
  const element = node instanceof Element ? node : node?.parentElement;
  return textAt(content, node) !== undefined && !element?.closest(insetSelector);
};

const besideText = (content: Element, text: Element, direction: 1 | -1): Element | undefined => {
  const texts = [...content.querySelectorAll('[data-block]')];
  return texts[texts.indexOf(text) + direction];
};
