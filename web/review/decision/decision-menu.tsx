import { Menu } from '@base-ui/react/menu';
import type { RefObject } from 'react';
import { showKey } from '../../common/keys.ts';
import { isMac } from '../../common/platform.ts';
import { keysOf, titleOf } from '../commands/command.ts';
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
                {keysOf(command, keys).map((key) => (
                  <kbd key={key}>{showKey(key, isMac)}</kbd>
                ))}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
};
