import { texts } from '../../texts/texts.ts';
import { FreshnessBanner } from '../freshness/freshness-banner.tsx';
import { refreshChange } from './refresh-change.ts';

/** Offers to read the change again. */
export const ChangeFreshness = () => (
  <FreshnessBanner
    text={texts().freshness.changeChanged}
    scroller=".diff-view"
    onRefresh={refreshChange}
  />
);
