import { importModule } from '../../../shell/import-module.ts';
import { hasContent } from '../../ui/conditions.ts';
import type { Page, Command } from '../../ui/page.ts';

/** Where what was said stands is only asked for once the page is there: with the list, which is fetched behind it. */
const stepLater = (page: Page, direction: 1 | -1): void => {
  void importModule(() => import('../../features/findings/step-annotation.ts')).then(
    ({ stepAnnotation }) => stepAnnotation(page, direction),
  );
};

/** What moves through the content and its findings. */
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
