import type { CSSProperties } from 'react';
import { formatNumber } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { changeSetting } from '../commands/steps.ts';
import { lazyPart } from '../frame/lazy-part.tsx';
import { usePage, useSelect } from '../page.ts';
import { CommentsList } from '../comments/comments-list.tsx';
import { countComments } from '../comments/comment-actions.ts';
import type { PanelTab } from '../store/panel-slice.ts';
import './side-panel.css';

// The virtual list is not needed for the first paint.
const FindingsList = lazyPart(
  () => import('../findings/findings-list.tsx'),
  ({ FindingsList }) => FindingsList,
);

/** Nobody makes the panel wider before it is there. */
const PanelSeparator = lazyPart(
  () => import('./panel-separator.tsx'),
  ({ PanelSeparator }) => PanelSeparator,
  { isUnasked: true },
);

/** Comments and findings beside the content. */
export const SidePanel = () => {
  const page = usePage();
  const tab = useSelect((state) => state.panel.tab);
  const commentCount = useSelect(countComments);
  const findingCount = useSelect((state) => state.annotations.byId.size);
  const width = useSelect((state) => state.settings.panelWidth);
  return (
    <aside
      className="side-panel"
      aria-label={texts().panel.label}
      style={{ '--panel-width': `${width}px` } as CSSProperties}
    >
      <PanelSeparator keep={(panelWidth) => changeSetting(page, { panelWidth })} />
      <div className="panel-tabs" role="tablist" aria-label={texts().panel.label}>
        <Tab tab="findings" text={texts().panel.findings} count={findingCount} />
        <Tab tab="comments" text={texts().panel.comments} count={commentCount} />
      </div>
      <div
        className="panel-body"
        role="tabpanel"
        id="panel-body"
        aria-labelledby={`panel-tab-${tab}`}
      >
        {tab === 'comments' ? <CommentsList /> : <FindingsList />}
      </div>
    </aside>
  );
};

interface TabProps {
  readonly tab: PanelTab;
  readonly text: string;
  readonly count: number;
}

const Tab = ({ tab, text, count }: TabProps) => {
  const { store } = usePage();
  const isSelected = useSelect((state) => state.panel.tab === tab);
  const other = tab === 'comments' ? 'findings' : 'comments';
  return (
    <button
      type="button"
      role="tab"
      id={`panel-tab-${tab}`}
      className="panel-tab"
      data-tab={tab}
      aria-selected={isSelected}
      aria-controls="panel-body"
      tabIndex={isSelected ? 0 : -1}
      onClick={() => store.dispatch({ type: 'panel/tab', tab })}
      onKeyDown={({ key }) => {
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
        store.dispatch({ type: 'panel/tab', tab: other });
        document.querySelector<HTMLElement>(`#panel-tab-${other}`)?.focus();
      }}
    >
      {text}
      <span className="count">{formatNumber(count)}</span>
    </button>
  );
};
