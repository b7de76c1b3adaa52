import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { texts } from '../../../shell/texts/texts.ts';
import { Printout } from './print/printout.tsx';
import { createFileFinder, groupLines, groupAnnotations } from './threads/group-annotations.ts';
import { ThreadContext } from './threads/thread-content.ts';
import type { DiffViewHandle, DiffViewProps, FileActions } from './pierre/diff-view-props.ts';
import { DiffNavigation } from './pierre/diff-navigation.ts';
import { DiffViewer } from './pierre/diff-viewer.ts';
import { FileMenu } from './pierre/file-menu-button.tsx';
import { SlotPortals } from './pierre/file-slots.tsx';
import { moveCursor } from './pierre/line-cursor.ts';
import { scrollSideways } from './pierre/side-scroll.ts';
import type { SlotStore } from './pierre/slot-store.ts';
import type { Stop } from './pierre/stops.ts';
import './diff-view.css';

/** A mounted viewer and its navigation. */
interface Mounted {
  readonly viewer: DiffViewer;
  readonly navigation: DiffNavigation;
  readonly actions: FileActions;
}

/** All files of a diff in one scroller, with comments, findings and editors below their lines. */
export const DiffView = ({ ref, ...props }: DiffViewProps & { ref?: Ref<DiffViewHandle> }) => {
  const { files, findings, comments, editors, marked, viewed } = props;
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const find = useMemo(() => createFileFinder(files), [files]);
  const mounted = useMounted(root, props);
  useEffect(() => (root === null ? undefined : takeFocus(root)), [root]);
  useEffect(() => void FileMenu.preloadBehind(), []);
  useLayoutEffect(() => {
    mounted?.viewer.setAnnotations(groupAnnotations(find, { findings, comments, editors }));
  }, [mounted, find, findings, comments, editors]);
  useLayoutEffect(
    () => mounted?.viewer.setMarked(groupLines(find, marked)),
    [mounted, find, marked],
  );
  useLayoutEffect(() => mounted?.viewer.viewed.set(viewed), [mounted, viewed]);
  useImperativeHandle(ref, () => handleOf(mounted?.navigation), [mounted]);
  const content = useThreadContent(props);
  return (
    <ThreadContext value={content}>
      <div
        ref={setRoot}
        className="diff-view"
        role="region"
        aria-label={texts().diff.changedFiles}
        tabIndex={0}
        onKeyDown={(event) => handleKey(mounted?.viewer, event)}
      />
      {!props.wrapLines && <SideScroll root={root} viewer={mounted?.viewer} />}
      <Printout viewer={mounted?.viewer} content={props.printed} />
      {mounted !== undefined && (
        <>
          {files.length > 0 && <ComingCode slots={mounted.viewer.slots} />}
          <SlotPortals store={mounted.viewer.slots} actions={mounted.actions} />
        </>
      )}
    </ThreadContext>
  );
};

/** Placeholder until the library draws, since it loads chunks of its own first. */
const ComingCode = ({ slots }: { readonly slots: SlotStore }) => {
  const isDrawn = useSyncExternalStore(slots.subscribe, () => slots.getSnapshot().length > 0);
  if (isDrawn) return null;
  return (
    <div className="diff-coming" role="status">
      <p>{texts().diff.coming}</p>
      <div className="progress" />
    </div>
  );
};

interface SideScrollProps {
  readonly root: HTMLElement | null;
  readonly viewer: DiffViewer | undefined;
}

const SideScroll = ({ root, viewer }: SideScrollProps) => {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      root === null || viewer === undefined || bar.current === null
        ? undefined
        : scrollSideways({ bar: bar.current, root, viewer }),
    [root, viewer],
  );
  return (
    <div ref={bar} className="diff-side-scroll" tabIndex={-1} hidden>
      <div />
    </div>
  );
};

/** The viewer of `files`; a new one only if these change. */
const useMounted = (root: HTMLDivElement | null, props: DiffViewProps): Mounted | undefined => {
  const { files, layout, wrapLines, theme, isReadOnly } = props;
  const [mounted, setMounted] = useState<Mounted>();
  // The viewer calls the latest callbacks, since the page may pass new ones with every render.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const left = useRef<Left>(undefined);
  const display = useMemo(
    () => ({ layout, wrapLines, theme, isReadOnly }),
    [layout, wrapLines, theme, isReadOnly],
  );
  useLayoutEffect(() => {
    if (root === null) return undefined;
    const viewer = new DiffViewer(root, {
      files,
      viewed: latest.current.viewed,
      hasContext: latest.current.hasContext,
      hasSides: latest.current.hasSides,
      display: latest.current,
      loadColours: () => latest.current.loadColours(),
      loadPatch: (id, signal) => latest.current.loadPatch(id, signal),
      loadLines: (id, range, signal) => latest.current.loadLines(id, range, signal),
      onTrouble: (sentence) => latest.current.onTrouble(sentence),
      onStartComment: (target, code) => latest.current.onStartComment(target, code),
      onCurrentFile: (id) => latest.current.onCurrentFile(id),
      onViewed: (id, isViewed) => latest.current.onViewed(id, isViewed),
    });
    const navigation = new DiffNavigation(root, viewer, createFileFinder(files));
    // Another version or layout of the same files: restore the reading position.
    const stop = left.current === undefined ? undefined : stopIn(files, left.current);
    if (stop !== undefined) navigation.returnTo(stop);
    setMounted({ viewer, navigation, actions: actionsOf(viewer) });
    return () => {
      left.current = { files, stop: navigation.place };
      navigation.dispose();
      viewer.dispose();
      setMounted(undefined);
    };
  }, [root, files]);
  useEffect(() => mounted?.viewer.setDisplay(display), [mounted, display]);
  return mounted;
};

/** The reading position in the previous viewer. */
interface Left {
  readonly files: DiffViewProps['files'];
  readonly stop: Stop;
}

/** Maps a position to the new files by path, since ids may differ. */
const stopIn = (files: DiffViewProps['files'], { files: before, stop }: Left): Stop | undefined => {
  const path = before.find(({ id }) => id === stop.fileId)?.path;
  const file = files.find((one) => one.path === path);
  return file === undefined ? undefined : { ...stop, fileId: file.id };
};

const useThreadContent = ({ renderComment, renderFinding, renderEditor }: DiffViewProps) =>
  useMemo(
    () => ({ renderComment, renderFinding, renderEditor }),
    [renderComment, renderFinding, renderEditor],
  );

const actionsOf = (viewer: DiffViewer): FileActions => ({
  setCollapsed: (id, isCollapsed) => viewer.setCollapsed(id, isCollapsed),
  setFold: (id, key, isOpen) => viewer.setFold(id, key, isOpen),
  setViewed: (id, isViewed) => viewer.viewed.ask(id, isViewed),
  setWhole: (id, isWhole) => viewer.setWhole(id, isWhole),
  expandBelow: (id) => viewer.expand(id, { above: 'end', step: 'down' }),
  show: (id) => viewer.show(id),
  comment: (id) => viewer.selection.startComment(id),
  retry: (id) => viewer.patches.retry(id),
});

/** Commands are no-ops until the viewer is mounted. */
const handleOf = (navigation: DiffNavigation | undefined): DiffViewHandle =>
  navigation ?? {
    scrollToFile: () => undefined,
    scrollToLine: () => undefined,
    firstFromHere: () => 0,
    goToFile: () => undefined,
    goToChange: () => undefined,
    comment: () => undefined,
    markViewed: () => undefined,
    toggleWhole: () => undefined,
    loadAll: async () => undefined,
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
