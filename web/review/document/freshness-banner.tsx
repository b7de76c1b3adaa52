import { Button } from '../../common/button.tsx';
import { Icon } from '../../common/icon.tsx';
import { texts } from '../../texts/texts.ts';
import { usePage, useSelect } from '../page.ts';
import { hasNewer, refreshContent } from './refresh.ts';

/** Says that the file has changed on the disk, and offers to read it again; by itself nothing changes. */
export const FreshnessBanner = () => {
  const page = usePage();
  const isOffered = useSelect(hasNewer);
  const isRefreshing = useSelect(({ freshness }) => freshness.isRefreshing);
  const { document: words } = texts();
  return (
    <div className="freshness-place" role="status">
      {isOffered && (
        <div className="freshness-banner">
          <Icon name="warning" />
          <p>{words.changedOnDisk}</p>
          <Button
            size="small"
            tone="accent"
            disabled={isRefreshing}
            onClick={() => void refreshContent(page)}
          >
            {words.refresh}
          </Button>
        </div>
      )}
    </div>
  );
};
