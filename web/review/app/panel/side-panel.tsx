import { useEffect } from 'react';
import { Button } from '../../../shell/button.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { formatNumber } from '../../../shell/texts/format.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { countComments } from '../../store/comments/comment-actions.ts';
import { CommentsList } from '../../features/comments/comments-list.tsx';
import { changeSetting } from '../../ui/change-setting.ts';
import { FindingsList } from '../../features/findings/findings-list.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePage, useSelect } from '../../ui/page.ts';
import type { PanelTab } from '../../store/panel-slice.ts';
import { shownTab } from './open-list.ts';
import { PanelPlace } from './panel-place.tsx';

/** Nobody makes the panel wider before it is there. */
const PanelSeparator = lazyPart(
  () => import('./panel-separator.tsx'),
  ({ PanelSeparator }) => PanelSeparator,
  { isUnasked: true },
);

/** The list of findings and comments. */
export const SidePanel = () => {
  const page = usePage();
  const tab = useSelect(shownTab);
  useTabThatStays(tab);
  return (
    <PanelPlace>
      <PanelSeparator keep={(panelWidth) => changeSetting(page, { panelWidth })} />
      <div className="panel-head">
        <Tabs />
        <PanelButtons />
      </div>
      <div
        className="panel-body"
        role="tabpanel"
        id="panel-body"
        aria-labelledby={`panel-tab-${tab}`}
      >
        {tab === 'comments' ? <CommentsList /> : <FindingsList />}
      </div>
    </PanelPlace>
  );
};

/** Once there is something to read, what comes later must not take another tab. */
const useTabThatStays = (tab: PanelTab): void => {
  const { store } = usePage();
  const isDecided = useSelect((state) => state.panel.tab !== undefined);
  const hasSomething = useSelect(
    (state) =>
      state.annotations.version >= 0 && state.annotations.all.size + countComments(state) > 0,
  );
  useEffect(() => {
    if (!isDecided && hasSomething) store.dispatch({ type: 'panel/tab', tab });
  }, [store, isDecided, hasSomething, tab]);
};

const PanelButtons = () => {
  const page = usePage();
  const isPinned = useSelect((state) => state.settings.panelPinned);
  const words = texts().panel;
  return (
    <>
      <Button
        size="small"
        tone="plain"
        label={words.pin}
        icon={<Icon name="panel" />}
        aria-pressed={isPinned}
        onClick={() => changeSetting(page, { panelPinned: !isPinned })}
      />
      <Button
        size="small"
        tone="plain"
        label={words.close}
        icon={<Icon name="close" />}
        onClick={() => page.store.dispatch({ type: 'panel/opened', isOpen: false })}
      />
    </>
  );
};

const Tabs = () => {
  const commentCount = useSelect(countComments);
  const findingCount = useSelect((state) => state.annotations.byId.size);
  const { label, findings, comments } = texts().panel;
  return (
    <div className="panel-tabs" role="tablist" aria-label={label}>
      <Tab tab="findings" text={findings} count={findingCount} />
      <Tab tab="comments" text={comments} count={commentCount} />
    </div>
  );
};

interface TabProps {
  readonly tab: PanelTab;
  readonly text: string;
  readonly count: number;
}

const Tab = ({ tab, text, count }: TabProps) => {
  const { store } = usePage();
  const isSelected = useSelect((state) => shownTab(state) === tab);
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
