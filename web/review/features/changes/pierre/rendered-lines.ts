import type { FileDiffMetadata } from '@pierre/diffs';
import { ArrowDown, ArrowUp, createElement, type IconNode } from 'lucide';
import type { ReviewSide } from '../../../../../shared/annotations/review-annotation.ts';
import { readHunkHeader } from '../../../../../shared/patch/hunk-lines.ts';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import type { HitPlace } from '../../../ui/page.ts';
import type { LineRange } from '../threads/fold-threads.ts';
import type { ExpandStep } from './context-expander.ts';
import type { FileState } from './file-state.ts';
import { gapAbove, stepLines } from './gaps.ts';

/** The side of a rendered line or line number. */
export const sideOf = (line: Element): ReviewSide => {
  const isDeleted = line.getAttribute('data-line-type') === 'change-deletion';
  return isDeleted || line.closest('[data-deletions]') !== null ? 'old' : 'new';
};

/** Highlights the lines of these ranges only. */
export const markLines = (element: HTMLElement, ranges: readonly LineRange[]): void => {
  const root = element.shadowRoot;
  if (root === null || (ranges.length === 0 && root.querySelector('[data-marked]') === null))
    return;
  for (const gutter of root.querySelectorAll('[data-gutter]')) {
    const lines = gutter.nextElementSibling?.children ?? [];
    for (const [at, number] of [...gutter.children].entries()) {
      const isMarked = ranges.some((range) => isIn(number, range));
      number.toggleAttribute('data-marked', isMarked);
      lines[at]?.toggleAttribute('data-marked', isMarked);
    }
  }
};

const isIn = (number: Element, { side, start, end }: LineRange): boolean => {
  const name = side === sideOf(number) ? 'data-column-number' : 'data-old-number';
  const line = number.getAttribute(name);
  return line !== null && Number(line) >= start && Number(line) <= end;
};

/** Adds the old number to context lines in unified view, which the library omits. */
export const addOldNumbers = (element: HTMLElement, { hunks }: FileDiffMetadata): void => {
  const numbers = element.shadowRoot?.querySelectorAll<HTMLElement>(
    '[data-unified] [data-column-number]:not([data-line-type^="change"], [data-old-number])',
  );
  let runs: Generator<Run, undefined> | undefined;
  let run: Run | undefined;
  for (const number of numbers ?? []) {
    const line = Number(number.dataset['columnNumber']);
    runs ??= unchangedRuns(hunks);
    while (run === undefined || line > run.last) {
      run = runs.next().value;
      if (run === undefined) return;
    }
    number.dataset['oldNumber'] = String(line - run.shift);
  }
};

interface Run {
  readonly last: number;
  readonly shift: number;
}

/** Runs of context lines: the last new line of each, and the difference of new and old numbers. */
function* unchangedRuns(hunks: FileDiffMetadata['hunks']): Generator<Run, undefined> {
  for (const hunk of hunks) {
    let newLine = hunk.additionStart;
    let oldLine = hunk.deletionStart;
    for (const content of hunk.hunkContent)
      if (content.type === 'context') {
        newLine += content.lines;
        oldLine += content.lines;
        yield { last: newLine - 1, shift: newLine - oldLine };
      } else {
        newLine += content.additions;
        oldLine += content.deletions;
      }
  }
  return undefined;
}

/** The rendered lines, each in the shadow root of its file. */
export function* drawnHitPlaces(
  content: Element,
  watch: (root: Node) => void,
): Generator<HitPlace> {
  for (const file of content.querySelectorAll('diffs-container')) {
    if (file.shadowRoot === null) continue;
    watch(file.shadowRoot);
    const id = file.querySelector<HTMLElement>('[data-file-id]')?.dataset['fileId'];
    for (const element of file.shadowRoot.querySelectorAll<HTMLElement>('[data-line]'))
      yield {
        element,
        scroller: element.closest('code[data-code]'),
        isOf: (hit) =>
          hit.kind === 'line' &&
          hit.fileId === id &&
          hit.line === Number(element.dataset['line']) &&
          hit.side === sideOf(element),
      };
  }
}

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
    const header = row.textContent ?? '';
    // The row's text is the hunk header, which identifies it.
    const above = readHunkHeader(header)?.newStart ?? -1;
    const folded = state.folded?.rows.get(above);
    if (folded !== undefined) {
      const { label, show } = folded;
      const made = button(label, show);
      made.append(label);
      fill(row, [made, heading(header)]);
    } else if (state.canExpand) addButtons(row, { header, above, state, onExpand });
    else {
      row.title = diffTexts().context.onlyPatch;
      fill(row, [heading(header)]);
    }
  }
};

interface HunkRow {
  readonly header: string;
  readonly above: number;
  readonly state: FileState;
  readonly onExpand: (step: ExpandStep) => void;
}

const addButtons = (row: HTMLElement, { header, above, state, onExpand }: HunkRow): void => {
  const gap = gapAbove(state.model.diff, above);
  if (gap?.to === undefined) return;
  const count = gap.to - gap.from + 1;
  const { context } = diffTexts();
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
