import { importModule } from '../../../shell/import-module.ts';
import { isOpen } from '../../ui/conditions.ts';
import type { Page, Command } from '../../ui/page.ts';
import type { State } from '../../store/state.ts';

/** Whether a finding is selected. */
const hasActive = ({ annotations, selection }: State): boolean =>
  annotations.byId.has(selection.activeId ?? '');

type Verb = 'accept' | 'dismiss' | 'restore';

/** Loaded with the side panel. */
const actOn = (page: Page, verb: Verb, which: 'active' | 'listed' | 'dismissed'): void => {
  void importModule(() => import('./command-actions.ts')).then(({ actOnFindings }) =>
    actOnFindings(page, verb, which),
  );
};

const hasListed = ({ panel, annotations }: State): boolean =>
  !panel.findings.isDismissed && annotations.byId.size > 0;

export const findingCommands: readonly Command[] = [
  {
    id: 'finding.adopt',
    group: 'Comment',
    needs: 'triage',
    keys: ['a'],
    canRun: (state) => isOpen(state) && hasActive(state),
    run: (page) => actOn(page, 'accept', 'active'),
  },
  {
    id: 'finding.dismiss',
    group: 'Comment',
    needs: 'triage',
    keys: ['x'],
    canRun: (state) => isOpen(state) && hasActive(state),
    run: (page) => actOn(page, 'dismiss', 'active'),
  },
  {
    id: 'finding.accept-listed',
    group: 'Comment',
    needs: 'triage',
    keys: [],
    canRun: (state) => isOpen(state) && hasListed(state),
    run: (page) => actOn(page, 'accept', 'listed'),
  },
  {
    id: 'finding.dismiss-listed',
    group: 'Comment',
    needs: 'triage',
    keys: [],
    canRun: (state) => isOpen(state) && hasListed(state),
    run: (page) => actOn(page, 'dismiss', 'listed'),
  },
  {
    id: 'finding.restore-all',
    group: 'Comment',
    needs: 'triage',
    keys: [],
    canRun: (state) => isOpen(state) && state.annotations.dismissedIds.size > 0,
    run: (page) => actOn(page, 'restore', 'dismissed'),
  },
];
