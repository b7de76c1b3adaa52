import { Tabs } from '../../shell/tabs.tsx';
import { dashboardTexts } from '../../shell/texts/dashboard-texts.ts';
import type { Tab } from '../store/view-slice.ts';
import { CommandButton } from '../ui/command-button.tsx';
import { useDashboard, useSelect } from '../ui/dashboard.ts';

const tabs: readonly Tab[] = ['reviews', 'operators'];

/** The views to choose from, and what holds for both. */
export const TopBar = () => {
  const { store } = useDashboard();
  const selected = useSelect((state) => state.view.tab);
  const notifications = useSelect((state) => state.settings.notifications);
  return (
    <header className="top-bar">
      <p className="brand">Galley</p>
      <Tabs
        name="tab"
        label={dashboardTexts().view}
        tabs={tabs}
        selected={selected}
        controls="view"
        render={(tab) => dashboardTexts().tabs[tab]}
        onSelect={(tab) => store.dispatch({ type: 'view/tab', tab })}
      />
      <div className="top-bar-actions">
        <CommandButton id="dashboard.palette" icon="search" />
        <CommandButton
          id="dashboard.notify"
          icon={notifications === 'on' ? 'notify' : 'quiet'}
          isPressed={notifications === 'on'}
          title={dashboardTexts().notify[notifications]}
        />
        <CommandButton id="dashboard.theme" icon="theme" />
        <CommandButton id="dashboard.help" icon="help" />
      </div>
    </header>
  );
};
