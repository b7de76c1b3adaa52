import { otherTheme } from '../../../shell/theme.ts';
import { changeSetting } from '../../ui/change-setting.ts';
import type { Command, Page } from '../../ui/page.ts';
import { hasContent, isOpen } from '../../ui/conditions.ts';
import { closeLayer, hasLayer } from './layers.ts';
import { toggleList } from '../panel/open-list.ts';
import { refreshCommand } from '../../features/freshness/refresh-command.ts';

const toggleTheme = (page: Page): void =>
  changeSetting(page, { theme: otherTheme(page.store.getState().settings.theme) });

/** Commands that change the look of the page. */
export const viewCommands: readonly Command[] = [
  {
    id: 'view.outline',
    group: 'View',
    keys: ['o'],
    canRun: hasContent,
    run: ({ store }) =>
      store.dispatch({ type: 'panel/outline', isOpen: !store.getState().panel.isOutlineOpen }),
  },
  {
    id: 'view.panel',
    group: 'View',
    keys: ['l'],
    canRun: isOpen,
    run: (page) => toggleList(page),
  },
  {
    id: 'view.theme',
    group: 'View',
    keys: ['t'],
    canRun: () => true,
    run: toggleTheme,
  },
  {
    id: 'view.print',
    group: 'View',
    keys: ['Mod+p'],
    canRun: hasContent,
    run: ({ viewer }) => (viewer.current()?.print ?? print)(),
  },
  refreshCommand,
  {
    id: 'view.palette',
    group: 'View',
    keys: ['Mod+k'],
    isModal: true,
    canRun: ({ panel, session }) =>
      session.held === undefined && (panel.dialog === undefined || panel.dialog === 'palette'),
    run: ({ store }) =>
      store.dispatch({
        type: 'panel/dialog',
        dialog: store.getState().panel.dialog === 'palette' ? undefined : 'palette',
      }),
  },
  {
    id: 'view.help',
    group: 'View',
    keys: ['?'],
    isModal: true,
    canRun: ({ panel, session }) =>
      session.held === undefined && (panel.dialog === undefined || panel.dialog === 'help'),
    run: ({ store }) =>
      store.dispatch({
        type: 'panel/dialog',
        dialog: store.getState().panel.dialog === 'help' ? undefined : 'help',
      }),
  },
  {
    id: 'view.close-layer',
    group: 'View',
    keys: ['Escape'],
    isModal: true,
    canRun: hasLayer,
    run: closeLayer,
  },
];
