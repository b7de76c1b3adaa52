import { isOpen } from '../../ui/conditions.ts';
import type { Command } from '../../ui/page.ts';

export const skillsCommands: readonly Command[] = [
  {
    id: 'view.skills',
    group: 'View',
    needs: 'skills',
    keys: [],
    canRun: isOpen,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'skills' }),
  },
];
