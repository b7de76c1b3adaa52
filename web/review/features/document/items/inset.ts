import { toDomRange } from '../../../ui/dom-range.ts';
import type { Item } from './items.ts';

/** A container for notes below an item. */
export interface Inset {
  /** Unique within its block. */
  readonly key: string;
  /** The inserted element. */
  readonly root: HTMLElement;
  /** The element that contains the notes. */
  readonly content: HTMLElement;
}

const containers = ':scope > :is(ul, ol, pre, table, blockquote)';

/** Inserts a container below an item. Insets do not count as the block's text. */
export const putInset = (item: Item): Inset => {
  const { element, isLine } = item;
  if (element.localName === 'tr')
    return { key: String(item.start), ...putRow(element as HTMLTableRowElement) };
  const root = document.createElement('div');
  root.dataset['inset'] = isLine ? 'line' : 'item';
  if (isLine) putBelowLine(item, root);
  else if (element.localName === 'li')
    element.insertBefore(root, element.querySelector(containers));
  else behindDiagram(element).after(root);
  return { key: String(item.start), root, content: root };
};

const putRow = (row: HTMLTableRowElement): Omit<Inset, 'key'> => {
  const root = document.createElement('tr');
  const cell = document.createElement('td');
  const content = document.createElement('div');
  root.dataset['inset'] = 'row';
  cell.colSpan = [...row.cells].reduce((sum, { colSpan }) => sum + colSpan, 0);
  cell.append(content);
  root.append(cell);
  row.after(root);
  return { root, content };
};

/** After the line break; the code continues below. */
const putBelowLine = ({ element, origin, end }: Item, root: HTMLElement): void => {
  const at = toDomRange(element, end - origin, end - origin + 1);
  if (at === undefined || at.toString() !== '\n') {
    element.append(root);
    return;
  }
  at.collapse(false);
  at.insertNode(root);
};

/** A diagram directly follows its source. */
const behindDiagram = (element: HTMLElement): Element => {
  const next = element.nextElementSibling;
  return element.localName === 'pre' && next !== null && next.matches('div:not([data-inset])')
    ? next
    : element;
};
