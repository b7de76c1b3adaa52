import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import type { ScopeChoice } from '../../../../shared/session/scope.ts';
import { importModule } from '../../../shell/import-module.ts';
import { randomId } from '../../../shell/random-id.ts';
import { texts } from '../../../shell/texts/texts.ts';
import type { Page, Viewer } from '../../ui/page.ts';
import type { DiffNavigation } from './pierre/diff-navigation.ts';
import type { DiffViewer } from './pierre/diff-viewer.ts';
import { drawnHitPlaces } from './pierre/rendered-lines.ts';

/** A mounted diff. */
interface MountedDiff {
  readonly files: readonly ChangedFile[];
  readonly viewer: DiffViewer;
  readonly navigation: DiffNavigation;
}

/** The diff's interface for commands. */
export const changesViewer = (page: Page, { files, viewer, navigation }: MountedDiff): Viewer => ({
  reveal: (item) => reveal(item, files, navigation),
  step: (direction) => navigation.goToChange(direction),
  leap: (direction) => navigation.goToFile(direction),
  goToHit: (hit) => {
    const file = hit.kind === 'line' ? files.find(({ id }) => id === hit.fileId) : undefined;
    if (hit.kind !== 'line' || file === undefined) return;
    navigation.scrollToLine({ filePath: file.path, side: hit.side, line: hit.line });
  },
  firstHitFromHere: (hits) => navigation.firstFromHere(hits.filter((hit) => hit.kind === 'line')),
  hitPlaces: drawnHitPlaces,
  refresh: () => refreshChange(page),
  choose: (choice) => refreshChange(page, choice),
  print: () => void printChange(page, viewer),
  comment: () => navigation.comment(),
  markViewed: (andNext) => navigation.markViewed(andNext),
  toggleWhole: () => navigation.toggleWhole(),
  openFile: (fileId) => {
    page.store.dispatch({ type: 'selection/currentFile', fileId });
    navigation.scrollToFile(fileId);
  },
});

const refreshChange = async (page: Page, choice?: ScopeChoice): Promise<void> =>
  (await importModule(() => import('./refresh-change.ts'))).refreshChange(page, choice);

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
    notice: { id, text: texts().diff.print.preparing },
  });
  await patches.loadAll();
  store.dispatch({ type: 'notices/gone', id });
  print();
};
