import { Info } from 'lucide';
import { Button } from '../../../shell/button.tsx';
import { Drawing } from '../../../shell/icon.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { usePage, useSelect, useKeyTitle } from '../../ui/page.ts';
import { refreshCommand } from './refresh-command.ts';

/**
 * Reports that the content changed on disk, and offers to reload it. Never reloads by itself. Below the content, so
 * that nothing shifts.
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
