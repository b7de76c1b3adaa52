import { importModule } from '../../../shell/import-module.ts';
import { otherTheme } from '../../../shell/theme.ts';
import { cancelEditor } from '../../store/comments/comment-actions.ts';
import { hasWords } from '../../store/editors-slice.ts';
import type { State } from '../../store/state.ts';
import { changeSetting } from '../../ui/change-setting.ts';
import type { Command, Page } from '../../ui/page.ts';
import { hasContent, isOpen, isOutlineOver, isReview } from '../../ui/conditions.ts';
import { focusAround } from '../../ui/reading-place.ts';
import { toggleList } from '../panel/open-list.ts';
import { refreshCommand, tryAgainCommand } from '../../features/freshness/refresh-command.ts';

const toggleTheme = (page: Page): void =>
  changeSetting(page, { theme: otherTheme(page.store.getState().settings.theme) });

const toggleOutline = ({ store }: Page): void =>
  store.dispatch({ type: 'panel/outline', isOpen: !store.getState().panel.isOutlineOpen });

/** Opens a dialog, or closes it if it is open. */
const dialogCommand = (kind: 'palette' | 'help', key: string): Command => ({
  id: `view.${kind}`,
  group: 'View',
  keys: [key],
  isModal: true,
  canRun: ({ panel, session }) =>
    session.held === undefined && (panel.dialog === undefined || panel.dialog === kind),
  run: ({ store }) => {
    const isShown = store.getState().panel.dialog === kind;
    store.dispatch({ type: 'panel/dialog', dialog: isShown ? undefined : kind });
  },
});

/** Something that Escape closes. */
interface Layer {
  readonly isThere: (state: State) => boolean;
  readonly close: (page: Page) => void;
}

/** From the top: Escape closes one. */
const layers: readonly Layer[] = [
  {
    isThere: ({ panel }) => panel.dialog !== undefined,
    close: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: undefined }),
  },
  {
    isThere: ({ selection }) => selection.passage !== undefined,
    close: ({ store }) => {
      getSelection()?.removeAllRanges();
      store.dispatch({ type: 'selection/passage', passage: undefined });
    },
  },
  {
    isThere: ({ selection }) => selection.focusedEditor !== undefined,
    // One with text only loses the focus.
    close: (page) => {
      const { selection, editors } = page.store.getState();
      const editor = editors.find(({ key }) => key === selection.focusedEditor);
      if (editor !== undefined && !hasWords(editor)) cancelEditor(page, editor.key);
      else focusAround(document.activeElement?.closest('.comment-editor') ?? null);
    },
  },
  {
    // The list overlays the content.
    isThere: ({ panel, settings }) => panel.isOpen && !settings.panelPinned,
    close: ({ store }) => store.dispatch({ type: 'panel/opened', isOpen: false }),
  },
  {
    isThere: isOutlineOver,
    close: toggleOutline,
  },
  {
    isThere: ({ selection }) => selection.activeId !== undefined,
    close: ({ store }) => store.dispatch({ type: 'selection/active', id: undefined }),
  },
];

const topLayer = (state: State): Layer | undefined =>
  state.session.held === undefined ? layers.find(({ isThere }) => isThere(state)) : undefined;

export const viewCommands: readonly Command[] = [
  {
    id: 'view.outline',
    group: 'View',
    keys: ['o'],
    canRun: hasContent,
    run: toggleOutline,
  },
  {
    id: 'view.panel',
    group: 'View',
    keys: ['l'],
    canRun: isOpen,
    run: (page) => toggleList(page),
  },
  {
    id: 'view.structure',
    group: 'View',
    needs: 'structure',
    keys: ['Shift+T'],
    canRun: isReview,
    run: (page) => toggleList(page, 'structure'),
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
  tryAgainCommand,
  dialogCommand('palette', 'Mod+k'),
  dialogCommand('help', '?'),
  {
    id: 'view.close-layer',
    group: 'View',
    keys: ['Escape'],
    isModal: true,
    canRun: (state) => topLayer(state) !== undefined,
    run: (page) => topLayer(page.store.getState())?.close(page),
  },
];

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

const hasAnnotations = ({ annotations, comments, editors }: State): boolean =>
  annotations.byId.size + comments.length + editors.length > 0;

/** Moving through the content and its findings. */
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
