import { Info } from 'lucide';
import { Button } from '../../../shell/button.tsx';
import { Drawing } from '../../../shell/icon.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { usePage, useSelect, useKeyTitle } from '../../ui/page.ts';
import { refreshCommand } from './refresh-command.ts';

/**
 * Says that what is reviewed has changed on the disk, and offers to read it again; by itself nothing changes. It comes
 * below the content, so that nothing moves under who reads or writes.
 */
export const FreshnessBanner = () => {
  const page = usePage();
  const isReview = useSelect(({ content }) => content.diff !== undefined);
  const canRefresh = useSelect(refreshCommand.canRun);
  const { changeChanged, documentChanged, refresh } = texts().freshness;
  const title = useKeyTitle(refresh, refreshCommand.id);
  return (
    <div className="freshness-banner">
      <Drawing of={Info} />
      <p>{isReview ? changeChanged : documentChanged}</p>
      <Button
        size="small"
        tone="link"
        title={title}
        disabled={!canRefresh}
        onClick={() => refreshCommand.run(page)}
      >
        {refresh}
      </Button>
    </div>
  );
};
