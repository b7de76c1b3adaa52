import { settle } from '../../../shell/settle.ts';

interface SettleOptions {
  readonly key: string;
  /** How far below the top of the scroller it is to be, in pixels. */
  readonly below: number;
  /** Where the list has it, as far as is known; needed as long as the row is not drawn. */
  readonly startOf: () => number | undefined;
}

/**
 * Keeps a row at its distance below the top of the scroller while rows around it are measured for the first time, until
 * it stands still or the reader scrolls. @returns what ends it
 */
export const settleRow = (
  scroller: HTMLElement,
  { key, below, startOf }: SettleOptions,
): (() => void) =>
  settle(scroller, () => {
    const row = scroller.querySelector(`li[data-key="${CSS.escape(key)}"]`);
    if (row === null) return (startOf() ?? scroller.scrollTop + below) - below - scroller.scrollTop;
    return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - below;
  });
