import { ArrowDown, ArrowUp, createElement, type IconNode } from 'lucide';
import { readHunkHeader } from '../../../../../shared/patch/hunk-lines.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import { gapAbove, stepLines } from './gaps.ts';
import type { ExpandStep } from './context-expander.ts';
import type { FileState } from './file-state.ts';

/** Adds expand buttons to the library's rows between hunks, or a tooltip why there are none. */
export const addExpanders = (
  element: HTMLElement,
  state: FileState,
  onExpand: (step: ExpandStep) => void,
): void => {
  if (state.model.kind !== 'code') return;
  // Only one column, since the rows are side by side in split view.
  const column = element.shadowRoot?.querySelector('code[data-code]');
  const rows = column?.querySelectorAll<HTMLElement>('[data-gutter] > [data-separator="metadata"]');
  for (const row of rows ?? []) {
    if (row.querySelector('[data-hunk-heading]') !== null) continue;
    if (state.canExpand) addButtons(row, state, onExpand);
    else {
      row.title = texts().diff.context.onlyPatch;
      fill(row, [heading(row.textContent ?? '')]);
    }
  }
};

const addButtons = (
  row: HTMLElement,
  { model }: FileState,
  onExpand: (step: ExpandStep) => void,
): void => {
  const header = row.textContent ?? '';
  // The row's text is the hunk header, which identifies it.
  const above = readHunkHeader(header)?.newStart ?? -1;
  const gap = gapAbove(model.diff, above);
  if (gap?.to === undefined) return;
  const count = gap.to - gap.from + 1;
  const { context } = texts().diff;
  const offer = (step: ExpandStep['step'], label: string, drawing?: IconNode) =>
    button(label, () => onExpand({ above, step }), drawing);
  const isShort = count <= stepLines;
  const all = offer('all', context.all(count), isShort ? ArrowUp : undefined);
  all.append(context.all(count));
  const buttons = [
    ...(isShort || gap.from === 1 ? [] : [offer('down', context.down(stepLines), ArrowDown)]),
    ...(isShort ? [] : [offer('up', context.up(stepLines), ArrowUp)]),
    all,
  ];
  fill(row, [...buttons, heading(header)]);
};

const fill = (row: HTMLElement, parts: readonly HTMLElement[]): void =>
  (row.querySelector('[data-separator-wrapper]') ?? row).replaceChildren(...parts);

/** The heading of the lines below, or the hunk header if there is none. */
const heading = (header: string): HTMLElement => {
  const made = document.createElement('span');
  made.dataset['hunkHeading'] = '';
  made.textContent = readHunkHeader(header)?.heading.trim() || header.trimEnd();
  return made;
};

const button = (label: string, press: () => void, drawing?: IconNode): HTMLButtonElement => {
  const made = document.createElement('button');
  made.type = 'button';
  made.dataset['expander'] = '';
  made.title = label;
  made.setAttribute('aria-label', label);
  if (drawing !== undefined) made.append(createElement(drawing, iconAttributes));
  made.addEventListener('click', press);
  return made;
};

const iconAttributes = { width: 14, height: 14, 'stroke-width': 1.75, 'aria-hidden': 'true' };
