import type { PageConfig } from '../../../../shared/config.ts';
import { useMedia } from '../../../shell/use-media.ts';
import { narrowWindow } from '../../ui/conditions.ts';

/** Side by side, or in one column. */
export type DiffLayout = 'split' | 'unified';

/** Media query: wide enough for both sides and the tree. */
const wideWindow = '(min-width: 1600px)';

interface Room {
  readonly isNarrow: boolean;
  readonly isWide: boolean;
}

/** The layout from the setting, or by the width if it is `auto`; narrow windows are always unified. */
export const layoutIn = (
  { isNarrow, isWide }: Room,
  setting: PageConfig['diffView'],
): DiffLayout => {
  if (isNarrow) return 'unified';
  if (setting !== 'auto') return setting;
  return isWide ? 'split' : 'unified';
};

/** The layout at the moment. */
export const currentLayout = (setting: PageConfig['diffView']): DiffLayout =>
  layoutIn(
    { isNarrow: matchMedia(narrowWindow).matches, isWide: matchMedia(wideWindow).matches },
    setting,
  );

/** The current layout; updates with the window. */
export const useDiffLayout = (setting: PageConfig['diffView']): DiffLayout =>
  layoutIn({ isNarrow: useMedia(narrowWindow), isWide: useMedia(wideWindow) }, setting);
