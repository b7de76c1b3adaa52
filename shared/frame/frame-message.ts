import type { FrameDocument } from './frame-tree.ts';
import { maxAddressLength, maxClickedMarks, maxCoordinate, maxSelectedRanges } from '../limits.ts';

/** A range of a block's text, painted in the frame. */
export interface FrameMark {
  readonly id: string;
  readonly style: 'comment' | 'deletion' | 'finding' | 'hit' | 'active';
  readonly block: number;
  readonly start: number;
  readonly end: number;
}

/** The page to the frame of an HTML document, over the one port that it hands over. */
export type ToFrame =
  | { readonly type: 'document'; readonly document: FrameDocument }
  | { readonly type: 'marks'; readonly marks: readonly FrameMark[] }
  | {
      readonly type: 'show';
      readonly block: number;
      readonly start: number;
      readonly end: number;
    }
  /** Whether a click selects a whole element. */
  | { readonly type: 'pick'; readonly isOn: boolean }
  | { readonly type: 'clear' };

/** A block's index, and offsets in its text. */
export type FrameRange = readonly [block: number, start: number, end: number];

/** Left, top, right and bottom, in CSS pixels of the frame's viewport. */
export type FrameRect = readonly [left: number, top: number, right: number, bottom: number];

/** The frame to the page. The page trusts none of it. */
export type FromFrame =
  /** The document is there; how high it is, and how many of its texts its own styles hide. */
  | { readonly type: 'drawn'; readonly height: number; readonly hidden: number }
  | {
      readonly type: 'selection';
      readonly ranges: readonly FrameRange[];
      readonly rect: FrameRect;
    }
  /** Marks that were clicked, by id. */
  | { readonly type: 'clicked'; readonly ids: readonly string[] }
  | {
      readonly type: 'key';
      readonly key: string;
      readonly code: string;
      readonly modifiers: readonly ('ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey')[];
    }
  /** A link that was clicked. */
  | { readonly type: 'link'; readonly address: string };

/** What the frame says, if it is something that a frame may say; undefined otherwise. */
export const readFrameMessage = (value: unknown): FromFrame | undefined => {
  if (!isObject(value)) return undefined;
  switch (value['type']) {
    case 'drawn': {
      const { height, hidden } = value;
      return isCount(height) && isCount(hidden) ? { type: 'drawn', height, hidden } : undefined;
    }
    case 'selection':
      return readSelection(value);
    case 'clicked': {
      const ids = listOf(value['ids'], isName, maxClickedMarks);
      return ids && { type: 'clicked', ids };
    }
    case 'key':
      return readKey(value);
    case 'link': {
      const { address } = value;
      return isText(address, maxAddressLength) ? { type: 'link', address } : undefined;
    }
    default:
      return undefined;
  }
};

type Fields = Readonly<Record<string, unknown>>;

const readSelection = ({ ranges: given, rect: bounds }: Fields): FromFrame | undefined => {
  const ranges = listOf(given, isRange, maxSelectedRanges);
  const rect = listOf(bounds, isNumber, 4);
  const [left, top, right, bottom] = rect ?? [];
  if (ranges === undefined || left === undefined || top === undefined) return undefined;
  if (right === undefined || bottom === undefined) return undefined;
  return { type: 'selection', ranges, rect: [left, top, right, bottom] };
};

const modifierNames = ['ctrlKey', 'altKey', 'shiftKey', 'metaKey'] as const;

const readKey = ({ key, code, modifiers: given }: Fields): FromFrame | undefined => {
  const isModifier = (name: unknown): name is (typeof modifierNames)[number] =>
    modifierNames.some((known) => known === name);
  const modifiers = listOf(given, isModifier, modifierNames.length);
  if (!isName(key) || !isText(code, 64) || modifiers === undefined) return undefined;
  return { type: 'key', key, code, modifiers };
};

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= maxCoordinate;

const isCount = (value: unknown): value is number =>
  isNumber(value) && Number.isInteger(value) && value >= 0;

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most;

const isName = (value: unknown): value is string => isText(value, 64) && value !== '';

const isRange = (value: unknown): value is FrameRange => {
  const [block, start, end] = listOf(value, isCount, 3) ?? [];
  return block !== undefined && start !== undefined && end !== undefined && start < end;
};

const listOf = <Item>(
  value: unknown,
  isItem: (item: unknown) => item is Item,
  most: number,
): readonly Item[] | undefined =>
  Array.isArray(value) && value.length <= most && value.every(isItem) ? value : undefined;
