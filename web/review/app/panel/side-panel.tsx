import { useEffect } from 'react';
import { QuietButton } from '../../../shell/button.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { Tabs } from '../../../shell/tabs.tsx';
import { formatNumber } from '../../../shell/texts/format.ts';
import { panelTexts } from '../../../shell/texts/panel-texts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { CommentsList } from '../../features/comments/comments-list.tsx';
import { FindingsList } from '../../features/findings/findings-list.tsx';
import { countComments } from '../../store/comments/comment-actions.ts';
import type { PanelTab } from '../../store/panel-slice.ts';
import { changeSetting } from '../../ui/change-setting.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useCan, usePage, useSelect } from '../../ui/page.ts';
import { shownTab } from './open-list.ts';
import { PanelPlace } from './panel-place.tsx';
import { PanelSeparator } from './panel-separator.tsx';

export const SidePanel = () => {
  const page = usePage();
  const tab = useSelect(shownTab);
  useTabThatStays(tab);
  return (
    <PanelPlace>
      <PanelSeparator keep={(panelWidth) => changeSetting(page, { panelWidth })} />
      <div className="panel-head">
        <PanelTabs />
        <PanelButtons />
      </div>
      <div
        className="panel-body"
        role="tabpanel"
        id="panel-body"
        aria-labelledby={`panel-tab-${tab}`}
      >
        <TabBody tab={tab} />
      </div>
    </PanelPlace>
  );
};

const StructureList = lazyPart(
  () => import('../../features/changes/structure/structure-list.tsx'),
  ({ StructureList }) => StructureList,
);

const TabBody = ({ tab }: { readonly tab: PanelTab }) => {
  switch (tab) {
    case 'comments':
      return <CommentsList />;
    case 'findings':
      return <FindingsList />;
    case 'structure':
      return <StructureList />;
  }
};

/** Keeps the initial tab once it has content, so that new items do not switch tabs. */
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
  const words = panelTexts();
  return (
    <>
      <QuietButton
        label={words.pin}
        icon={<Icon name="panel" />}
        aria-pressed={isPinned}
        onClick={() => changeSetting(page, { panelPinned: !isPinned })}
      />
      <QuietButton
        label={words.close}
        icon={<Icon name="close" />}
        onClick={() => page.store.dispatch({ type: 'panel/opened', isOpen: false })}
      />
    </>
  );
};

const everywhere: readonly PanelTab[] = ['findings', 'comments'];
const withStructure: readonly PanelTab[] = [...everywhere, 'structure'];

const PanelTabs = () => {
  const { store } = usePage();
  const selected = useSelect(shownTab);
  const comments = useSelect(countComments);
  const findings = useSelect((state) => state.annotations.byId.size);
  const hasStructure = useCan('structure');
  const counts = { findings, comments };
  const words = panelTexts();
  return (
    <Tabs
      name="panel-tab"
      label={texts().panel.label}
      tabs={hasStructure ? withStructure : everywhere}
      selected={selected}
      controls="panel-body"
      render={(tab) => (
        <>
          {words[tab]}
          {tab !== 'structure' && <span className="count">{formatNumber(counts[tab])}</span>}
        </>
      )}
      onSelect={(tab) => store.dispatch({ type: 'panel/tab', tab })}
    />
  );
};
