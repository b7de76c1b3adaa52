import type { PageConfig } from '../../../../../shared/config.ts';
import { useMedia } from '../../../../shell/use-media.ts';
import { narrowWindow } from '../../../ui/conditions.ts';

/** Side by side, or in one column. */
export type DiffLayout = 'split' | 'unified';

/** Media query: wide enough for both sides and the tree. */
const wideWindow = '(min-width: 1600px)';

/** The layout from the setting, or by the width if it is `auto`; narrow windows are always unified. */
const layoutIn = (
  isNarrow: boolean,
  isWide: boolean,
  setting: PageConfig['diffView'],
): DiffLayout => {
  if (isNarrow) return 'unified';
  if (setting !== 'auto') return setting;
  return isWide ? 'split' : 'unified';
};

/** The layout at the moment. */
export const currentLayout = (setting: PageConfig['diffView']): DiffLayout =>
  layoutIn(matchMedia(narrowWindow).matches, matchMedia(wideWindow).matches, setting);

/** The current layout; updates with the window. */
export const useDiffLayout = (setting: PageConfig['diffView']): DiffLayout =>
  layoutIn(useMedia(narrowWindow), useMedia(wideWindow), setting);
