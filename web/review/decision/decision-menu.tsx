import { Menu } from '@base-ui/react/menu';
import type { RefObject } from 'react';
import { KeyCaps } from '../../common/commands/key-caps.tsx';
import { keysOf } from '../../common/commands/own-keys.ts';
import { titleOf } from '../commands/command.ts';
import { usePage, useSelect } from '../page.ts';
import { decisionCommands } from './decision-commands.ts';
import '../../common/menu.css';

interface DecisionMenuProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Every way to end the review. */
export const DecisionMenu = ({ anchor, onClose }: DecisionMenuProps) => {
  const page = usePage();
  const keys = useSelect((state) => state.settings.keys);
  const state = page.store.getState();
  const offered = decisionCommands.filter(
    (command) => command.id !== 'decide.primary' && command.canRun(state),
  );
  return (
    <Menu.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={4} className="menu-place">
          <Menu.Popup className="menu" finalFocus={anchor}>
            {offered.map((command) => (
              <Menu.Item
                key={command.id}
                className="menu-item"
                onClick={() => {
                  onClose();
                  command.run(page);
                }}
              >
                <span>{titleOf(command)}</span>
                <KeyCaps keys={keysOf(command, keys)} />
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
};
