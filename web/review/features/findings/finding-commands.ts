import { importModule } from '../../../shell/import-module.ts';
import { isOpen } from '../../ui/conditions.ts';
import type { Page, Command } from '../../ui/page.ts';
import type { State } from '../../store/state.ts';
import type { actOnFindings } from './command-actions.ts';

type Meant = Parameters<typeof actOnFindings>;

/** Loaded with the side panel. */
const act =
  (verb: Meant[1], which: Meant[2]) =>
  (page: Page): void =>
    void importModule(() => import('./command-actions.ts')).then((part) =>
      part.actOnFindings(page, verb, which),
    );

const hasActive = (state: State): boolean =>
  isOpen(state) && state.annotations.byId.has(state.selection.activeId ?? '');

const hasListed = (state: State): boolean =>
  isOpen(state) && !state.panel.findings.isDismissed && state.annotations.byId.size > 0;

const hasDismissed = (state: State): boolean =>
  isOpen(state) && state.annotations.dismissedIds.size > 0;

const triage = { group: 'Comment', needs: 'triage', keys: [] } as const;

export const findingCommands: readonly Command[] = [
  { ...triage, id: 'finding.adopt', keys: ['a'], canRun: hasActive, run: act('accept', 'active') },
  {
    ...triage,
    id: 'finding.dismiss',
    keys: ['x'],
    canRun: hasActive,
    run: act('dismiss', 'active'),
  },
  { ...triage, id: 'finding.accept-listed', canRun: hasListed, run: act('accept', 'listed') },
  { ...triage, id: 'finding.dismiss-listed', canRun: hasListed, run: act('dismiss', 'listed') },
  { ...triage, id: 'finding.restore-all', canRun: hasDismissed, run: act('restore', 'dismissed') },
];
