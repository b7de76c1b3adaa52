import { Button } from '../../../shell/button.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { formatNumber } from '../../../shell/texts/format.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { countComments } from '../../store/comments/comment-actions.ts';
import { usePage, useSelect, useKeyTitle } from '../../ui/page.ts';
import type { PanelTab } from '../../store/panel-slice.ts';
import { shownTab, toggleList } from './open-list.ts';
import './list-counters.css';

/** How many findings and comments there are; each opens their list. */
export const ListCounters = () => {
  const findings = useSelect((state) => state.annotations.byId.size);
  const comments = useSelect(countComments);
  return (
    <div className="list-counters" role="group" aria-label={texts().panel.label}>
      <Counter tab="findings" count={findings} />
      <Counter tab="comments" count={comments} />
    </div>
  );
};

const Counter = ({ tab, count }: { readonly tab: PanelTab; readonly count: number }) => {
  const page = usePage();
  const isShown = useSelect((state) => state.panel.isOpen && shownTab(state) === tab);
  const name = texts().panel.count[tab](count);
  const title = useKeyTitle(name, 'view.panel');
  return (
    <Button
      tone="plain"
      icon={<Icon name={tab === 'findings' ? 'finding' : 'comment'} />}
      aria-label={name}
      aria-expanded={isShown}
      title={title}
      onClick={() => toggleList(page, tab)}
    >
      {formatNumber(count)}
    </Button>
  );
};
