import type { PageConfig } from '../../../../shared/config.ts';
import { useMedia } from '../../../shell/use-media.ts';
import { narrowWindow } from '../../ui/conditions.ts';

/** Whether both sides of a change stand beside each other, or one below the other. */
export type DiffLayout = 'split' | 'unified';

/** A media query: the window has room for both sides beside each other, with the tree beside them. */
const wideWindow = '(min-width: 1600px)';

interface Room {
  readonly isNarrow: boolean;
  readonly isWide: boolean;
}

/** As the settings say, else by the room there is; a narrow window has one column, whatever they say. */
export const layoutIn = (
  { isNarrow, isWide }: Room,
  setting: PageConfig['diffView'],
): DiffLayout => {
  if (isNarrow) return 'unified';
  if (setting !== 'auto') return setting;
  return isWide ? 'split' : 'unified';
};

/** The layout in this window, at this moment. */
export const currentLayout = (setting: PageConfig['diffView']): DiffLayout =>
  layoutIn(
    { isNarrow: matchMedia(narrowWindow).matches, isWide: matchMedia(wideWindow).matches },
    setting,
  );

/** The layout in this window, now and as it changes. */
export const useDiffLayout = (setting: PageConfig['diffView']): DiffLayout =>
  layoutIn({ isNarrow: useMedia(narrowWindow), isWide: useMedia(wideWindow) }, setting);
