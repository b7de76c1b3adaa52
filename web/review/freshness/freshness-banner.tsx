import { Button } from '../../common/button.tsx';
import { Icon } from '../../common/icon.tsx';
import { texts } from '../../texts/texts.ts';
import { usePage, useSelect, type Page } from '../page.ts';
import './freshness.css';

interface FreshnessBannerProps {
  readonly text: string;
  /** What scrolls the content, and has the keyboard afterwards: a selector. */
  readonly scroller: string;
  readonly onRefresh: (page: Page) => Promise<void>;
}

/**
 * Says that what is reviewed has changed on the disk, and offers to read it again; by itself nothing changes. It comes
 * below the content, so that nothing moves under who reads or writes.
 */
export const FreshnessBanner = ({ text, scroller, onRefresh }: FreshnessBannerProps) => {
  const page = usePage();
  const isRefreshing = useSelect(({ freshness }) => freshness.isRefreshing);
  const refresh = async () => {
    await onRefresh(page);
    // The button is gone, and the keyboard must be somewhere.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(scroller)?.focus({ preventScroll: true });
  };
  return (
    <div className="freshness-banner">
      <Icon name="warning" />
      <p>{text}</p>
      <Button size="small" tone="accent" disabled={isRefreshing} onClick={() => void refresh()}>
        {texts().freshness.refresh}
      </Button>
    </div>
  );
};
