import { texts } from '../../texts/texts.ts';
import { FreshnessBanner } from '../freshness/freshness-banner.tsx';
import { refreshDocument } from './refresh-document.ts';

/** Offers to read the document again. */
export const DocumentFreshness = () => (
  <FreshnessBanner
    text={texts().freshness.documentChanged}
    scroller=".content"
    onRefresh={refreshDocument}
  />
);
