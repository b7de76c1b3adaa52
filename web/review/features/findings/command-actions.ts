import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Page } from '../../ui/page.ts';
import type { State } from '../../store/state.ts';
import {
  acceptFindings,
  dismissFindings,
  restoreFindings,
  selectAnnotation,
} from '../../ui/findings/finding-actions.ts';
import {
  dismissedFindings,
  listedFindings,
  orderedAnnotations,
} from '../../store/findings/ordered-findings.ts';

const actions = {
  accept: acceptFindings,
  dismiss: dismissFindings,
  restore: restoreFindings,
} as const;

const meant = {
  active: ({ annotations, selection }: State) => {
    const finding = annotations.byId.get(selection.activeId ?? '');
    return finding === undefined ? [] : [finding];
  },
  listed: listedFindings,
  dismissed: dismissedFindings,
} as const satisfies Record<string, (state: State) => readonly Annotation[]>;

/** Applies an action to the findings that a command refers to. */
export const actOnFindings = (
  page: Page,
  verb: keyof typeof actions,
  which: keyof typeof meant,
): void => actions[verb](page, meant[which](page.store.getState()));

/** Selects the next or previous finding or comment. */
export const stepAnnotation = (page: Page, direction: 1 | -1): void => {
  const state = page.store.getState();
  const annotations = orderedAnnotations(state);
  const at = annotations.findIndex(({ id }) => id === state.selection.activeId);
  const start = at < 0 && direction < 0 ? 0 : at;
  const next = annotations.at((start + direction) % annotations.length);
  if (next !== undefined) selectAnnotation(page, next);
};
