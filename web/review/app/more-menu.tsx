import { Menu } from '@base-ui/react/menu';
import type { RefObject } from 'react';
import { KeyCaps } from '../../shell/commands/key-caps.tsx';
import { keysOf } from '../../shell/commands/custom-keys.ts';
import { Icon } from '../../shell/icon.tsx';
import { MenuFrame } from '../../shell/menu-frame.tsx';
import { titleOf } from '../ui/command-title.ts';
import { commandOf, usePage, useSelect, type Command } from '../ui/page.ts';
import type { State } from '../store/state.ts';

interface Entry {
  readonly id: Command['id'];
  /** For toggles. */
  readonly isOn?: (state: State) => boolean;
}

/** In groups, separated by lines. */
const entries: readonly (readonly Entry[])[] = [
  [
    { id: 'view.scope' },
    { id: 'view.structure' },
    { id: 'view.order', isOn: ({ settings }) => settings.fileOrder === 'structure' },
    { id: 'view.fold-imports', isOn: ({ settings }) => settings.foldImports },
    { id: 'view.fold', isOn: ({ settings }) => settings.foldTrivial },
    { id: 'view.wrap', isOn: ({ settings }) => settings.wrapLines },
    { id: 'view.whitespace', isOn: ({ content }) => content.whitespace === 'hide' },
    { id: 'document.edit' },
    { id: 'view.frame' },
    { id: 'view.source' },
    { id: 'view.versions' },
    { id: 'document.note' },
    { id: 'document.share' },
    { id: 'view.skills' },
    { id: 'view.refresh' },
  ],
  [{ id: 'search.open' }, { id: 'view.palette' }, { id: 'view.print' }],
  [{ id: 'view.theme' }, { id: 'view.help' }],
];

interface MoreMenuProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Menu of less frequent view commands. */
export const MoreMenu = ({ anchor, onClose }: MoreMenuProps) => {
  const page = usePage();
  const state = useSelect((all) => all);
  const groups = entries
    .map((group) => group.filter(({ id }) => commandOf(page, id)?.canRun(state) === true))
    .filter((group) => group.length > 0);
  return (
    <MenuFrame anchor={anchor} onClose={onClose}>
      {groups.map((group, index) => (
        <Menu.Group key={group[0]?.id}>
          {index > 0 && <Menu.Separator className="menu-separator" />}
          {group.map((entry) => (
            <MoreItem key={entry.id} entry={entry} onClose={onClose} />
          ))}
        </Menu.Group>
      ))}
    </MenuFrame>
  );
};

const MoreItem = ({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) => {
  const page = usePage();
  const own = useSelect(({ settings }) => settings.keys);
  const isOn = useSelect((state) => entry.isOn?.(state));
  const command = commandOf(page, entry.id);
  if (command === undefined) return null;
  const run = () => {
    onClose();
    // The menu restores the focus first, so the command can move it.
    requestAnimationFrame(() => command.run(page));
  };
  const words = (
    <>
      <span>{titleOf(command)}</span>
      <KeyCaps keys={keysOf(command, own)} />
    </>
  );
  if (isOn === undefined)
    return (
      <Menu.Item className="menu-item" onClick={run}>
        {words}
      </Menu.Item>
    );
  return (
    <Menu.CheckboxItem className="menu-item" checked={isOn} onCheckedChange={run}>
      {words}
      <span className="menu-check">{isOn && <Icon name="approve" />}</span>
    </Menu.CheckboxItem>
  );
};
