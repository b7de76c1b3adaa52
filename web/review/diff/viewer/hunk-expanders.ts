import { texts } from '../../../texts/texts.ts';
import { canExpand, gapAbove, stepLines } from '../patch/gaps.ts';
import type { ExpandStep } from './context-expander.ts';
import type { FileState } from './file-state.ts';

/** Puts buttons into the library's rows between hunks, which show what is left out there; or says why there is none. */
export const addExpanders = (
  element: HTMLElement,
  state: FileState,
  onExpand: (step: ExpandStep) => void,
): void => {
  if (state.model.kind !== 'code') return;
  // One column has them: in the split view the rows stand beside each other.
  const column = element.shadowRoot?.querySelector('code[data-code]');
  const rows = column?.querySelectorAll<HTMLElement>('[data-gutter] > [data-separator="metadata"]');
  for (const row of rows ?? []) {
    if (!canExpand(state.file)) row.title = texts().diff.context.onlyPatch;
    else if (row.querySelector('[data-expander]') === null) addButtons(row, state, onExpand);
  }
};

const addButtons = (
  row: HTMLElement,
  { model }: FileState,
  onExpand: (step: ExpandStep) => void,
): void => {
  // The row's text is the hunk's header, which names it.
  const above = Number(/\+(\d+)/u.exec(row.textContent ?? '')?.[1]);
  const gap = gapAbove(model.diff, above);
  if (gap?.to === undefined) return;
  const count = gap.to - gap.from + 1;
  const { context } = texts().diff;
  const wrapper = row.querySelector('[data-separator-wrapper]') ?? row;
  const buttons =
    count <= stepLines
      ? [button('↕', context.all(count), () => onExpand({ above, step: 'all' }))]
      : [
          ...(gap.from === 1
            ? []
            : [button('↓', context.down(stepLines), () => onExpand({ above, step: 'down' }))]),
          button('↑', context.up(stepLines), () => onExpand({ above, step: 'up' })),
          button('↕', context.all(count), () => onExpand({ above, step: 'all' })),
        ];
  wrapper.prepend(...buttons);
};

const button = (sign: string, label: string, press: () => void): HTMLButtonElement => {
  const made = document.createElement('button');
  made.type = 'button';
  made.dataset['expander'] = '';
  made.textContent = sign;
  made.title = label;
  made.setAttribute('aria-label', label);
  made.addEventListener('click', press);
  return made;
};
