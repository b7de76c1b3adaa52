import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from 'react';
import type { ReviewComment } from '../../../../shared/annotations/comment.ts';
import type { ReviewAnnotation } from '../../../../shared/annotations/review-annotation.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { showHidden } from '../../../../shared/visible-text.ts';
import { Button } from '../../../shell/button.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { useResolvedTheme } from '../../../shell/theme.ts';
import { commandOf, useCan, usePage, useSelect } from '../../ui/page.ts';
import { changesViewer } from './changes-viewer.ts';
import { useDiffLayout } from './diff-layout.ts';
import { unknownLinesNotice } from './patch/file-notice.ts';
import { DiffNavigation } from './pierre/diff-navigation.ts';
import { DiffViewer } from './pierre/diff-viewer.ts';
import { FileMenu } from './pierre/file-header.tsx';
import { SlotPortals } from './pierre/file-slots.tsx';
import { moveCursor } from './pierre/line-cursor.ts';
import { SideScroll } from './pierre/side-scroll.tsx';
import type { Stop } from './pierre/stops.ts';
import type { Display } from './pierre/view-options.ts';
import { Printout } from './print/printout.tsx';
import {
  createFileFinder,
  groupAnnotations,
  groupLines,
  linesWrittenOn,
  openEditorsOf,
} from './threads/group-annotations.ts';
import { useChangedFiles, useViewedFiles } from './viewed/viewed-progress.tsx';
import './diff-view.css';
import './changes.css';

/** All files of a change in one scroller, with comments, findings and editors below their lines. */
export const ChangesView = () => {
  const files = useChangedFiles();
  const viewed = useViewedFiles();
  const display = useDisplay();
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const viewer = useViewer(root, { files, viewed, display });
  useEffect(() => (root === null ? undefined : takeFocus(root)), [root]);
  useEffect(() => void FileMenu.preloadBehind(), []);
  useEffect(() => viewer?.setDisplay(display), [viewer, display]);
  useAnnotations(viewer, files);
  useLayoutEffect(() => viewer?.showViewed(viewed), [viewer, viewed]);
  return (
    <>
      <UnknownLines />
      {files.length === 0 && <NoChanges />}
      <div
        ref={setRoot}
        className="diff-view"
        role="region"
        aria-label={texts().diff.changedFiles}
        tabIndex={0}
        onKeyDown={(event) => handleKey(viewer, event)}
      />
      {!display.wrapLines && <SideScroll root={root} viewer={viewer} />}
      <Printout viewer={viewer} />
      {viewer !== undefined && (
        <>
          {files.length > 0 && <ComingCode viewer={viewer} />}
          <SlotPortals viewer={viewer} />
        </>
      )}
    </>
  );
};

/** What is compared does not differ: says so, and leads on. */
const NoChanges = () => {
  const page = usePage();
  const description = useSelect(({ content }) => content.diff?.description ?? '');
  const command = commandOf(page, 'view.scope');
  const canChoose = useSelect((state) => command?.canRun(state) === true);
  return (
    <div className="diff-empty" role="status">
      <p>{texts().diff.noDifference(showHidden(description))}</p>
      {canChoose && <Button onClick={() => command?.run(page)}>{texts().scope.title}…</Button>}
    </div>
  );
};

/** Says which lines of the patch are not shown. */
const UnknownLines = () => {
  const lines = useSelect(({ content }) => content.diff?.unknownLines);
  if (lines === undefined) return null;
  return (
    <p className="diff-unknown-lines" role="note">
      <Icon name="warning" />
      {unknownLinesNotice(lines)}
    </p>
  );
};

/** Placeholder until the library draws, since it loads chunks of its own first. */
const ComingCode = ({ viewer: { slots } }: { readonly viewer: DiffViewer }) => {
  const isDrawn = useSyncExternalStore(slots.subscribe, () => slots.getSnapshot().length > 0);
  if (isDrawn) return null;
  return (
    <div className="diff-coming" role="status">
      <p>{texts().diff.coming}</p>
      <div className="progress" />
    </div>
  );
};

interface Shown {
  readonly files: readonly ChangedFile[];
  readonly viewed: ReadonlySet<string>;
  readonly display: Display;
}

/** The viewer of `files`; a new one only if these change. */
const useViewer = (root: HTMLDivElement | null, shown: Shown): DiffViewer | undefined => {
  const page = usePage();
  const [viewer, setViewer] = useState<DiffViewer>();
  const left = useRef<Left>(undefined);
  const { files } = shown;
  useLayoutEffect(() => {
    if (root === null) return undefined;
    const viewer = new DiffViewer(root, page, shown);
    const navigation = new DiffNavigation(root, viewer, createFileFinder(files));
    // Another version or layout of the same files: restore the reading position.
    const stop = left.current === undefined ? undefined : stopIn(files, left.current);
    if (stop !== undefined) navigation.returnTo(stop);
    setViewer(viewer);
    const remove = page.viewer.put(changesViewer(page, { files, viewer, navigation }));
    return () => {
      left.current = { files, stop: navigation.place };
      remove();
      navigation.dispose();
      viewer.dispose();
      setViewer(undefined);
    };
    // Changes of the rest are told to the viewer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [page, root, files]);
  return viewer;
};

/** The reading position in the previous viewer. */
interface Left {
  readonly files: readonly ChangedFile[];
  readonly stop: Stop;
}

/** Maps a position to the new files by path, since ids may differ. */
const stopIn = (files: readonly ChangedFile[], { files: before, stop }: Left): Stop | undefined => {
  const path = before.find(({ id }) => id === stop.fileId)?.path;
  const file = files.find((one) => one.path === path);
  return file === undefined ? undefined : { ...stop, fileId: file.id };
};

/** Display options from the settings and the size of the window. */
const useDisplay = (): Display => {
  const { diffView, wrapLines, theme: setting } = useSelect((state) => state.settings);
  const layout = useDiffLayout(diffView);
  const theme = useResolvedTheme(setting);
  const isReadOnly = !useCan('comments');
  return useMemo(
    () => ({ layout, wrapLines, theme, isReadOnly }),
    [layout, wrapLines, theme, isReadOnly],
  );
};

/** Shows the annotations, and which lines have an open editor. */
const useAnnotations = (viewer: DiffViewer | undefined, files: readonly ChangedFile[]): void => {
  const byId = useSelect((state) => state.annotations.byId);
  const all = useSelect((state) => state.comments);
  const open = useSelect((state) => state.editors);
  const find = useMemo(() => createFileFinder(files), [files]);
  const editors = useSame(openEditorsOf(open));
  const marked = useSame(linesWrittenOn(open, all));
  useLayoutEffect(() => {
    const findings = [...byId.values()].filter((item): item is ReviewAnnotation => 'scope' in item);
    const comments = all.filter(
      (item): item is ReviewComment => 'scope' in item && item.isOutdated !== true,
    );
    viewer?.setAnnotations(groupAnnotations(find, { findings, comments, editors }));
  }, [viewer, find, byId, all, editors]);
  useLayoutEffect(() => viewer?.setMarked(groupLines(find, marked)), [viewer, find, marked]);
};

/** Keeps the array's identity if its content is equal, so that typing does not render the diff again. */
const useSame = <Item,>(items: readonly Item[]): readonly Item[] => {
  const content = JSON.stringify(items);
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => items, [content]);
};

/** Handles keys on the scroller and the code only, not in editors or buttons inside it. */
const handleKey = (viewer: DiffViewer | undefined, event: KeyboardEvent<HTMLDivElement>): void => {
  const [target] = event.nativeEvent.composedPath();
  const isCode = target instanceof Element && target.matches('[data-code]');
  if (viewer === undefined || event.defaultPrevented) return;
  if (target !== event.currentTarget && !isCode) return;
  if (moveCursor(viewer, event.nativeEvent)) event.preventDefault();
};

/**
 * Focuses the scroller if nothing else has the focus, so that keys scroll at once. The focus ring is hidden until a key
 * is pressed, since the user did not ask for it.
 * @returns a cleanup function
 */
const takeFocus = (root: HTMLElement): (() => void) | undefined => {
  if (document.activeElement !== null && document.activeElement !== document.body) return undefined;
  const ending = new AbortController();
  const show = () => {
    delete root.dataset['quietFocus'];
    ending.abort();
  };
  root.dataset['quietFocus'] = '';
  root.focus({ preventScroll: true });
  for (const type of ['keydown', 'blur'])
    root.addEventListener(type, show, { signal: ending.signal });
  return show;
};
