import { importModule } from '../../../shell/import-module.ts';
import { hasContent } from '../../ui/conditions.ts';
import type { Page, Command } from '../../ui/page.ts';

/** Loaded with the side panel's chunk, to keep it out of the initial one. */
const stepLater = (page: Page, direction: 1 | -1): void => {
  void importModule(() => import('../../features/findings/step-annotation.ts')).then(
    ({ stepAnnotation }) => stepAnnotation(page, direction),
  );
};

export const moveCommands: readonly Command[] = [
  {
    id: 'move.next',
    group: 'Move',
    keys: ['j'],
    canRun: hasContent,
    run: ({ viewer }) => viewer.current()?.step(1),
  },
  {
    id: 'move.previous',
    group: 'Move',
    keys: ['k'],
    canRun: hasContent,
    run: ({ viewer }) => viewer.current()?.step(-1),
  },
  {
    id: 'move.next-section',
    group: 'Move',
    keys: [']'],
    canRun: hasContent,
    run: ({ viewer }) => viewer.current()?.leap(1),
  },
  {
    id: 'move.previous-section',
    group: 'Move',
    keys: ['['],
    canRun: hasContent,
    run: ({ viewer }) => viewer.current()?.leap(-1),
  },
  {
    id: 'move.next-finding',
    group: 'Move',
    keys: ['n'],
    canRun: ({ annotations, comments }) => annotations.byId.size + comments.length > 0,
    run: (page) => stepLater(page, 1),
  },
  {
    id: 'move.previous-finding',
    group: 'Move',
    keys: ['p'],
    canRun: ({ annotations, comments }) => annotations.byId.size + comments.length > 0,
    run: (page) => stepLater(page, -1),
  },
];
