import { Menu } from '@base-ui/react/menu';
import type { ReactNode, RefObject } from 'react';
import './menu.css';

interface MenuFrameProps {
  /** The button to align to. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A menu below its button, open while mounted. */
export const MenuFrame = ({ anchor, children, onClose }: MenuFrameProps) => (
  <Menu.Root
    open
    onOpenChange={(isOpen) => {
      if (!isOpen) onClose();
    }}
  >
    <Menu.Portal>
      <Menu.Positioner anchor={anchor} align="end" sideOffset={4} className="menu-place">
        <Menu.Popup className="menu" finalFocus={anchor}>
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);
