import { importModule } from '../../../shell/import-module.ts';
import type { State } from '../../store/state.ts';
import { hasContent } from '../../ui/conditions.ts';
import type { Page, Command } from '../../ui/page.ts';

/** Loaded with the side panel's chunk, to keep it out of the initial one. */
const stepLater = (page: Page, direction: 1 | -1): void => {
  void importModule(() => import('../../features/findings/command-actions.ts')).then(
    ({ stepAnnotation }) => stepAnnotation(page, direction),
  );
};

const moveCommand = (id: Command['id'], key: string, run: Command['run']): Command => ({
  id,
  group: 'Move',
  keys: [key],
  canRun: hasContent,
  run,
});

const hasAnnotations = ({ annotations, comments }: State): boolean =>
  annotations.byId.size + comments.length > 0;

export const moveCommands: readonly Command[] = [
  moveCommand('move.next', 'j', ({ viewer }) => viewer.current()?.step(1)),
  moveCommand('move.previous', 'k', ({ viewer }) => viewer.current()?.step(-1)),
  moveCommand('move.next-section', ']', ({ viewer }) => viewer.current()?.leap(1)),
  moveCommand('move.previous-section', '[', ({ viewer }) => viewer.current()?.leap(-1)),
  {
    ...moveCommand('move.next-finding', 'n', (page) => stepLater(page, 1)),
    canRun: hasAnnotations,
  },
  {
    ...moveCommand('move.previous-finding', 'p', (page) => stepLater(page, -1)),
    canRun: hasAnnotations,
  },
];
