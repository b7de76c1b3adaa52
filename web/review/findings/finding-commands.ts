import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { Command } from '../commands/command.ts';
import { isOpen } from '../commands/conditions.ts';
import { stepFinding } from '../commands/steps.ts';
import type { State } from '../store/state.ts';
import { adoptFinding, dismissFindings, restoreFindings } from './finding-actions.ts';
import { dismissedFindings, listedFindings } from './ordered-findings.ts';

/** The finding that is brought out, where it stands. */
const activeFinding = ({ annotations, selection }: State): Annotation | undefined =>
  annotations.byId.get(selection.activeId ?? '');

/** What the reviewer does with findings. */
export const findingCommands: readonly Command[] = [
  {
    id: 'finding.adopt',
    group: 'Comment',
    keys: ['a'],
    canRun: (state) => isOpen(state) && activeFinding(state) !== undefined,
    run: (page) => {
      const finding = activeFinding(page.store.getState());
      if (finding !== undefined) adoptFinding(page, finding);
    },
  },
  {
    id: 'finding.dismiss',
    group: 'Comment',
    keys: ['x'],
    canRun: (state) => isOpen(state) && activeFinding(state) !== undefined,
    run: (page) => {
      const finding = activeFinding(page.store.getState());
      if (finding === undefined) return;
      // The next one is known only as long as this one is listed.
      stepFinding(page, 1);
      dismissFindings(page, [finding]);
    },
  },
  {
    id: 'finding.dismiss-listed',
    group: 'Comment',
    keys: [],
    canRun: (state) =>
      isOpen(state) && !state.panel.findings.isDismissed && listedFindings(state).length > 0,
    run: (page) => dismissFindings(page, listedFindings(page.store.getState())),
  },
  {
    id: 'finding.restore-all',
    group: 'Comment',
    keys: [],
    canRun: (state) => isOpen(state) && dismissedFindings(state).length > 0,
    run: (page) => restoreFindings(page, dismissedFindings(page.store.getState())),
  },
];
