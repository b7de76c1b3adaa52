import { dashboardTexts } from '../../shell/texts/dashboard-texts.ts';
import { CommandButton } from '../ui/command-button.tsx';
import { useDashboard, useSelect } from '../ui/dashboard.ts';
import type { Tab } from '../store/view-slice.ts';

const tabs: readonly Tab[] = ['reviews', 'operators'];

/** The views to choose from, and what holds for both. */
export const TopBar = () => {
  const notifications = useSelect((state) => state.settings.notifications);
  return (
    <header className="top-bar">
      <p className="brand">Galley</p>
      <div className="tabs" role="tablist" aria-label={dashboardTexts().view}>
        {tabs.map((tab) => (
          <TabButton key={tab} tab={tab} />
        ))}
      </div>
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

const TabButton = ({ tab }: { readonly tab: Tab }) => {
  const { store } = useDashboard();
  const isSelected = useSelect((state) => state.view.tab === tab);
  const other: Tab = tab === 'reviews' ? 'operators' : 'reviews';
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${tab}`}
      className="tab"
      aria-selected={isSelected}
      aria-controls="view"
      tabIndex={isSelected ? 0 : -1}
      onClick={() => store.dispatch({ type: 'view/tab', tab })}
      onKeyDown={({ key }) => {
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
        store.dispatch({ type: 'view/tab', tab: other });
        document.querySelector<HTMLElement>(`#tab-${other}`)?.focus();
      }}
    >
      {dashboardTexts().tabs[tab]}
    </button>
  );
};
