import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment, ReviewComment } from '../../../../shared/annotations/comment.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import type { ScopeChoice } from '../../../../shared/session/scope.ts';
import { importModule } from '../../../shell/import-module.ts';
import { randomId } from '../../../shell/random-id.ts';
import { diffTexts } from '../../../shell/texts/diff-texts.ts';
import type { Page, Viewer } from '../../ui/page.ts';
import { changeSetting } from '../../ui/change-setting.ts';
import { currentLayout } from './display/diff-layout.ts';
import type { OpenedPlace, Reading } from './files/opened-place.ts';
import type { DiffNavigation } from './pierre/diff-navigation.ts';
import type { DiffViewer } from './pierre/diff-viewer.ts';
import { readingPlace } from '../../ui/reading-place.ts';
import { drawnHitPlaces } from './pierre/rendered-lines.ts';

export interface OpenedFiles {
  readonly open: (place: OpenedPlace | undefined) => void;
  /** For the file that is open beside the diff, if it has the focus. */
  readonly focused: () => Reading | undefined;
}

/** A mounted diff. */
interface MountedDiff {
  readonly files: readonly ChangedFile[];
  readonly viewer: DiffViewer;
  readonly navigation: DiffNavigation;
  readonly opened: OpenedFiles;
}

/** The diff's interface for commands. */
export const changesViewer = (
  page: Page,
  { files, viewer, navigation, opened }: MountedDiff,
): Viewer => {
  const reading = (): Reading => opened.focused() ?? navigation;
  return {
    reveal: (item) => {
      if (isOutside(item, files)) opened.open(item);
      else reveal(item, files, navigation);
    },
    step: (direction) => reading().goToChange(direction),
    leap: (direction) => reading().goToFile(direction),
    goToHit: (hit) => {
      const file = hit.kind === 'line' ? files.find(({ id }) => id === hit.fileId) : undefined;
      if (hit.kind !== 'line' || file === undefined) return;
      navigation.scrollToLine({ filePath: file.path, side: hit.side, line: hit.line });
    },
    firstHitFromHere: (hits) => navigation.firstFromHere(hits.filter((hit) => hit.kind === 'line')),
    hitPlaces: drawnHitPlaces,
    shownContexts: () =>
      files.flatMap(({ id: fileId }) => {
        const lines = viewer.state(fileId)?.context?.lines;
        return lines === undefined ? [] : [{ fileId, lines }];
      }),
    refresh: (isMade) => refreshChange(page, isMade ? 'made' : undefined),
    reload: () => refreshChange(page, 'again'),
    choose: (choice) => refreshChange(page, choice),
    print: () => void printChange(page, viewer),
    comment: () => reading().comment(),
    markViewed: (andNext) => reading().markViewed(andNext),
    selected: () => navigation.selected(),
    toggleWhole: () => reading().toggleWhole(),
    stage: () => {
      const fileId = reading().selected()?.fileId;
      if (fileId === undefined) return;
      page.store.dispatch(
        { type: 'selection/currentFile', fileId },
        { type: 'panel/dialog', dialog: 'staging' },
      );
    },
    switchLayout: () => {
      const layout = currentLayout(page.store.getState().settings.diffView);
      changeSetting(page, { diffView: layout === 'split' ? 'unified' : 'split' });
    },
    findFile: () => goToFile(page),
    toggleWhitespace: () => void toggleWhitespace(page),
    openFile: (fileId) => {
      page.store.dispatch({ type: 'selection/currentFile', fileId });
      navigation.scrollToFile(fileId);
    },
    openPath: (place) => {
      const file = files.find(({ path }) => path === place.filePath);
      if (file === undefined) opened.open(place);
      else void showPlace(place, file, { viewer, navigation });
    },
  };
};

/** Goes to a changed file, or to a line of it, which may be outside of the patch. */
const showPlace = async (
  { filePath, side = 'new', lineStart: line }: OpenedPlace,
  { id }: ChangedFile,
  { viewer, navigation }: Pick<MountedDiff, 'viewer' | 'navigation'>,
): Promise<void> => {
  if (line === undefined) navigation.scrollToFile(id);
  else {
    await viewer.showLine(id, { side, line });
    navigation.scrollToLine({ filePath, side, line });
  }
  readingPlace()?.focus({ preventScroll: true });
};

/** Whether it is a comment on a file that has not changed. */
const isOutside = (
  item: Comment | Annotation,
  files: readonly ChangedFile[],
): item is ReviewComment & OpenedPlace =>
  'scope' in item &&
  !('placement' in item) &&
  item.filePath !== undefined &&
  !files.some(({ path, oldPath }) => path === item.filePath || oldPath === item.filePath);

const refreshChange = async (page: Page, choice?: ScopeChoice | 'again' | 'made'): Promise<void> =>
  (await importModule(() => import('./refresh-change.ts'))).refreshChange(page, choice);

/** Opens the file tree and focuses its filter; Enter goes to the first match. */
const goToFile = ({ store }: Pick<Page, 'store'>): void => {
  store.dispatch({ type: 'panel/outline', isOpen: true });
  // A tree that was hidden is rendered in the next frame.
  requestAnimationFrame(() => {
    const filter = document.querySelector<HTMLInputElement>('.diff-tree-filter input');
    filter?.focus();
    filter?.select();
  });
};

const toggleWhitespace = async (page: Page): Promise<void> =>
  (await importModule(() => import('./refresh-change.ts'))).toggleWhitespace(page);

const reveal = (
  item: Comment | Annotation,
  files: readonly ChangedFile[],
  navigation: DiffNavigation,
): void => {
  if (!('scope' in item) || item.filePath === undefined) return;
  const { filePath, side = 'new', lineStart, lineEnd = lineStart } = item;
  const file = files.find(({ path, oldPath }) => path === filePath || oldPath === filePath);
  if (file === undefined) return;
  const isOutside = 'placement' in item && item.placement !== 'in-diff';
  if (lineStart === undefined || isOutside) navigation.scrollToFile(file.id);
  else
    navigation.scrollToLine({
      filePath,
      side,
      line: lineStart,
      annotationId: item.id,
      ...(lineEnd === undefined ? {} : { lineEnd }),
    });
};

/** Loads all patches, then prints. */
const printChange = async ({ store }: Page, { patches }: DiffViewer): Promise<void> => {
  const id = randomId();
  store.dispatch({
    type: 'notices/shown',
    notice: { id, text: diffTexts().preparingPrint },
  });
  await patches.loadAll();
  store.dispatch({ type: 'notices/gone', id });
  print();
};
