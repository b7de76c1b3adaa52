import { Tabs } from '../../shell/tabs.tsx';
import { dashboardTexts } from '../../shell/texts/dashboard-texts.ts';
import type { Tab } from '../store/view-slice.ts';
import {
  titleOf,
  useCommand,
  useDashboard,
  useKeyTitle,
  useSelect,
  type Command,
} from '../ui/dashboard.ts';
import { Button } from '../../shell/button.tsx';
import { Icon, type IconName } from '../../shell/icon.tsx';

const tabs: readonly Tab[] = ['reviews', 'operators'];

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

interface CommandButtonProps {
  readonly id: Command['id'];
  readonly icon: IconName;
  readonly isPressed?: boolean;
  /** Overrides the command's title. */
  readonly title?: string;
}

const CommandButton = ({ id, icon, isPressed, title }: CommandButtonProps) => {
  const dashboard = useDashboard();
  const command = useCommand(id);
  const name = title ?? titleOf({ id });
  const keyTitle = useKeyTitle(name, id);
  return (
    <Button
      tone="plain"
      icon={<Icon name={icon} />}
      aria-label={name}
      title={keyTitle}
      aria-pressed={isPressed}
      onClick={() => command?.run(dashboard)}
    />
  );
};
