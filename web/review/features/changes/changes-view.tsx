import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment, ReviewComment } from '../../../../shared/annotations/comment.ts';
import type { ReviewAnnotation } from '../../../../shared/annotations/review-annotation.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { importModule } from '../../../shell/import-module.ts';
import { randomId } from '../../../shell/random-id.ts';
import { useResolvedTheme } from '../../../shell/theme.ts';
import { startComment } from '../../store/comments/comment-actions.ts';
import { CommentCard } from '../../ui/comments/comment-card.tsx';
import { CommentEditor } from '../../ui/comments/comment-editor.tsx';
import { useDiffLayout } from './diff-layout.ts';
import { DiffView } from './diff-view.tsx';
import type { DiffViewHandle, DiffViewProps } from './pierre/diff-view-props.ts';
import { drawnHitPlaces } from './pierre/rendered-lines.ts';
import { linesWrittenOn, openEditorsOf, type OpenEditor } from './threads/thread-content.ts';
import type { CommentTarget } from '../../../../shared/session/editor.ts';
import { FindingInPlace } from '../../ui/findings/finding-line.tsx';
import { useCan, usePage, useSelect, type Page, type Viewer } from '../../ui/page.ts';
import { markViewed } from './mark-viewed.ts';
import { printedAnnotations } from './printed-annotations.tsx';
import { useViewedFiles } from './use-viewed-files.ts';
import { noticeOf } from '../../store/notices-slice.ts';
import { texts } from '../../../shell/texts/texts.ts';
import './changes.css';

const none: readonly ChangedFile[] = [];

/** The diff of a code change, connected to the store. */
export const ChangesView = () => {
  const page = usePage();
  const handle = useRef<DiffViewHandle>(null);
  const files = useSelect(({ content }) => content.diff?.files ?? none);
  const display = useDisplay();
  const { findings, comments, editors, marked } = useAnnotations();
  useEffect(() => page.viewer.put(changesViewer(page, files, () => handle.current)), [page, files]);
  const onStartComment = useCallback(
    (target: CommentTarget, originalCode: string) =>
      startComment(page, { kind: 'lines', target, originalCode }),
    [page],
  );
  const onCurrentFile = useCallback(
    (fileId: string) => page.store.dispatch({ type: 'selection/currentFile', fileId }),
    [page],
  );
  const loaders = useLoaders(page);
  const loadColours = useLoadColours();
  const onTrouble = useCallback((text: string) => page.store.dispatch(noticeOf(text)), [page]);
  const viewed = useViewedFiles();
  const onViewed = useCallback(
    (fileId: string, isViewed: boolean) => {
      const file = files.find(({ id }) => id === fileId);
      if (file !== undefined) markViewed(page, file, isViewed);
    },
    [page, files],
  );
  return (
    <DiffView
      ref={handle}
      files={files}
      loadColours={loadColours}
      {...loaders}
      onTrouble={onTrouble}
      {...display}
      findings={findings}
      comments={comments}
      editors={editors}
      marked={marked}
      onStartComment={onStartComment}
      renderComment={renderComment}
      renderFinding={renderFinding}
      renderEditor={renderEditor}
      printed={printedAnnotations}
      onCurrentFile={onCurrentFile}
      viewed={viewed}
      onViewed={onViewed}
    />
  );
};

/** Loaders for patches and the lines around them. */
const useLoaders = ({ client }: Page): Pick<DiffViewProps, 'loadPatch' | 'loadLines'> => {
  const whitespace = useSelect(({ content }) => content.whitespace);
  const loadPatch = useCallback<DiffViewProps['loadPatch']>(
    (fileId, signal) =>
      client.load('getFilePatch', {
        query: { id: fileId, whitespace },
        signal,
      }),
    [client, whitespace],
  );
  const loadLines = useCallback<DiffViewProps['loadLines']>(
    (id, range, signal) =>
      client.load('getDiffLines', { query: { id, side: 'new', ...range }, signal }),
    [client],
  );
  return { loadPatch, loadLines };
};

const renderComment = (comment: ReviewComment) => <CommentCard comment={comment} />;
const renderFinding = (finding: ReviewAnnotation) => <FindingInPlace finding={finding} />;
const renderEditor = ({ key }: OpenEditor) => <StoredEditor editorKey={key} />;

const StoredEditor = ({ editorKey }: { readonly editorKey: string }) => {
  const editor = useSelect(({ editors }) => editors.find(({ key }) => key === editorKey));
  return editor === undefined ? null : <CommentEditor editor={editor} />;
};

/**
 * Loads the server's highlighting of the current version; it does not apply if whitespace is hidden, since the lines
 * differ.
 */
const useLoadColours = () => {
  const { colours } = usePage();
  const version = useSelect(({ content }) =>
    content.whitespace === 'hide' ? undefined : content.diff?.version,
  );
  return useCallback(() => colours.of(version), [colours, version]);
};

/** Display options from the settings and the size of the window. */
const useDisplay = () => {
  const { diffView, wrapLines, theme } = useSelect((state) => state.settings);
  return {
    layout: useDiffLayout(diffView),
    wrapLines,
    theme: useResolvedTheme(theme),
    isReadOnly: !useCan('comments'),
    hasContext: useCan('context'),
    hasSides: useCan('sides'),
  } as const;
};

const useAnnotations = () => {
  const byId = useSelect((state) => state.annotations.byId);
  const all = useSelect((state) => state.comments);
  const open = useSelect((state) => state.editors);
  const findings = useMemo(
    () => [...byId.values()].filter((item): item is ReviewAnnotation => 'scope' in item),
    [byId],
  );
  const comments = useMemo(
    () => all.filter((item): item is ReviewComment => 'scope' in item && item.isOutdated !== true),
    [all],
  );
  const editors = useSame(openEditorsOf(open));
  const marked = useSame(linesWrittenOn(open, all));
  return { findings, comments, editors, marked };
};

/** Keeps the array's identity if its content is equal, so that typing does not render the diff again. */
const useSame = <Item,>(items: readonly Item[]): readonly Item[] => {
  const content = JSON.stringify(items);
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => items, [content]);
};

const changesViewer = (
  page: Page,
  files: readonly ChangedFile[],
  handle: () => DiffViewHandle | null,
): Viewer => ({
  reveal: (item) => reveal(item, files, handle()),
  step: (direction) => handle()?.goToChange(direction),
  leap: (direction) => handle()?.goToFile(direction),
  goToHit: (hit) => {
    const file = hit.kind === 'line' ? files.find(({ id }) => id === hit.fileId) : undefined;
    if (hit.kind !== 'line' || file === undefined) return;
    handle()?.scrollToLine({ filePath: file.path, side: hit.side, line: hit.line });
  },
  firstHitFromHere: (hits) =>
    handle()?.firstFromHere(hits.filter((hit) => hit.kind === 'line')) ?? 0,
  hitPlaces: drawnHitPlaces,
  refresh: async () =>
    (await importModule(() => import('./refresh-change.ts'))).refreshChange(page),
  print: () => void printChange(page, handle()),
  comment: () => handle()?.comment(),
  markViewed: (andNext) => handle()?.markViewed(andNext),
  toggleWhole: () => handle()?.toggleWhole(),
  openFile: (fileId) => {
    page.store.dispatch({ type: 'selection/currentFile', fileId });
    handle()?.scrollToFile(fileId);
  },
});

const reveal = (
  item: Comment | Annotation,
  files: readonly ChangedFile[],
  handle: DiffViewHandle | null,
): void => {
  if (!('scope' in item) || item.filePath === undefined) return;
  const { filePath, side = 'new', lineStart, lineEnd = lineStart } = item;
  const file = files.find(({ path, oldPath }) => path === filePath || oldPath === filePath);
  if (file === undefined) return;
  const isOutside = 'placement' in item && item.placement !== 'in-diff';
  if (lineStart === undefined || isOutside) handle?.scrollToFile(file.id);
  else
    handle?.scrollToLine({
      filePath,
      side,
      line: lineStart,
      annotationId: item.id,
      ...(lineEnd === undefined ? {} : { lineEnd }),
    });
};

/** Loads all patches, then prints. */
const printChange = async (
  { store }: Pick<Page, 'store'>,
  handle: DiffViewHandle | null,
): Promise<void> => {
  const id = randomId();
  store.dispatch({
    type: 'notices/shown',
    notice: { id, text: texts().diff.print.preparing },
  });
  await handle?.loadAll();
  store.dispatch({ type: 'notices/gone', id });
  print();
};
