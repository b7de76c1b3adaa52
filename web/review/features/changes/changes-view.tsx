import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { importModule } from '../../../shell/import-module.ts';
import { diffTexts } from '../../../shell/texts/diff-texts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useCan, usePage, useSelect, type Page } from '../../ui/page.ts';
import { RoundPlace, useLaterRound } from '../../ui/rounds/round-line.tsx';
import { changesViewer, type OpenedFiles } from './changes-viewer.ts';
import type { OpenedPlace, Reading } from './files/opened-place.ts';
import type { ImportFolds, Imports } from './imports/fold-imports.ts';
import { DiffNavigation } from './pierre/diff-navigation.ts';
import { DiffViewer } from './pierre/diff-viewer.ts';
import { FileMenu } from './pierre/file-header.tsx';
import { SlotPortals } from './pierre/file-slots.tsx';
import type { Stop } from './pierre/stops.ts';
import type { Display } from './pierre/view-options.ts';
import { createFileFinder } from './threads/group-annotations.ts';
import { useChangedFiles, useViewedFiles } from './viewed/viewed-progress.tsx';
import { handleKey, useAnnotations, useDisplay } from './display/viewer-hooks.ts';
import './diff-view.css';
import './changes.css';

const SideScroll = lazyPart(
  () => import('./pierre/side-scroll.tsx'),
  ({ SideScroll }) => SideScroll,
  { isUnasked: true },
);
const ReadByStructure = lazyPart(
  () => import('./structure/read-by-structure.tsx'),
  ({ ReadByStructure }) => ReadByStructure,
);
const FilePalette = lazyPart(
  () => import('./files/file-palette.tsx'),
  ({ FilePalette }) => FilePalette,
);
const OpenedFile = lazyPart(
  () => import('./files/opened-file.tsx'),
  ({ OpenedFile }) => OpenedFile,
);

const ChangeNotes = lazyPart(
  () => import('./notes/change-notes.tsx'),
  ({ ChangeNotes }) => ChangeNotes,
);
const NoChanges = lazyPart(
  () => import('./scope/no-changes.tsx'),
  ({ NoChanges }) => NoChanges,
);
const RoundLine = lazyPart(
  () => import('./rounds/round-line.tsx'),
  ({ RoundLine }) => RoundLine,
);
const BesideCode = lazyPart(
  () => import('./beside-code.tsx'),
  ({ BesideCode }) => BesideCode,
  { isUnasked: true },
);

/** All files of a change in one scroller, with comments, findings and editors below their lines. */
export const ChangesView = () => {
  const files = useChangedFiles();
  const viewed = useViewedFiles();
  const display = useDisplay();
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const opened = useOpened(files);
  const hasNotes = useSelect(
    ({ content: { diff } }) => (diff?.notes ?? diff?.unknownLines) !== undefined,
  );
  const isLaterRound = useLaterRound();
  const isChoosing = useSelect(({ panel }) => panel.dialog === 'files');
  const viewer = useViewer(root, { files, viewed, display, opened });
  useEffect(() => (root === null ? undefined : takeFocus(root)), [root]);
  useEffect(() => void FileMenu.preloadBehind(), []);
  useEffect(() => viewer?.setDisplay(display), [viewer, display]);
  useAnnotations(viewer, files);
  useLayoutEffect(() => viewer?.showViewed(viewed), [viewer, viewed]);
  return (
    <>
      {hasNotes && <ChangeNotes />}
      {isLaterRound && (
        <RoundPlace>{viewer !== undefined && <RoundLine viewer={viewer} />}</RoundPlace>
      )}
      {files.length === 0 && <NoChanges />}
      <div
        ref={setRoot}
        className="diff-view"
        role="region"
        aria-label={texts().changes.files}
        tabIndex={0}
        onKeyDown={(event) => handleKey(viewer, event)}
      />
      {!display.wrapLines && <SideScroll root={root} viewer={viewer} />}
      <StructureSettings viewer={viewer} />
      <BesideCode viewer={viewer} />
      {isChoosing && <FilePalette />}
      {opened.place !== undefined && (
        <OpenedFile
          key={opened.place.filePath}
          place={opened.place}
          onReading={opened.onReading}
          onClose={() => opened.open(undefined)}
        />
      )}
      {viewer !== undefined && (
        <>
          {files.length > 0 && <ComingCode viewer={viewer} />}
          <SlotPortals viewer={viewer} />
        </>
      )}
    </>
  );
};

/** Only loaded if the settings ask for it. */
const StructureSettings = ({ viewer }: { readonly viewer: DiffViewer | undefined }) => {
  const hasStructure = useCan('structure');
  const { fileOrder, foldTrivial } = useSelect(({ settings }) => settings);
  const isWanted = hasStructure && (foldTrivial || fileOrder === 'structure');
  return isWanted && viewer !== undefined ? <ReadByStructure viewer={viewer} /> : null;
};

/** Placeholder until the library draws, since it loads chunks of its own first. */
const ComingCode = ({ viewer: { slots } }: { readonly viewer: DiffViewer }) => {
  const isDrawn = useSyncExternalStore(slots.subscribe, () => slots.getSnapshot().length > 0);
  if (isDrawn) return null;
  return (
    <div className="diff-coming" role="status">
      <p>{diffTexts().coming}</p>
      <div className="progress" />
    </div>
  );
};

interface Shown {
  readonly files: readonly ChangedFile[];
  readonly viewed: ReadonlySet<string>;
  readonly display: Display;
  readonly opened: Opened;
}

interface Opened extends OpenedFiles {
  readonly place: OpenedPlace | undefined;
  readonly onReading: (reading: Reading | undefined) => void;
}

/** The file that is open beside the diff, until it is in the diff. */
const useOpened = (files: readonly ChangedFile[]): Opened => {
  const [place, open] = useState<OpenedPlace>();
  const reading = useRef<Reading>(undefined);
  const isChanged = files.some(({ path }) => path === place?.filePath);
  const [steady] = useState(() => ({
    open,
    onReading: (shown: Reading | undefined) => {
      reading.current = shown;
    },
    focused: () => (document.activeElement?.closest('.opened-file') ? reading.current : undefined),
  }));
  return { ...steady, place: isChanged ? undefined : place };
};

/** The viewer of `files`; a new one only if these change. */
const useViewer = (root: HTMLDivElement | null, shown: Shown): DiffViewer | undefined => {
  const page = usePage();
  const [viewer, setViewer] = useState<DiffViewer>();
  const left = useRef<Left>(undefined);
  const [known] = useState<ImportFolds>(() => new WeakMap());
  const { files, opened } = shown;
  useLayoutEffect(() => {
    if (root === null) return undefined;
    const viewer = new DiffViewer(root, page, shown);
    const navigation = new DiffNavigation(root, viewer, createFileFinder(files));
    // Another version or layout of the same files: restore the reading position.
    const stop = left.current === undefined ? undefined : stopIn(files, left.current);
    if (stop !== undefined) navigation.returnTo(stop);
    setViewer(viewer);
    const endImports = withImportsFolded(viewer, page, { files, known });
    const remove = page.viewer.put(changesViewer(page, { files, viewer, navigation, opened }));
    return () => {
      left.current = { files, stop: navigation.place };
      remove();
      endImports?.();
      navigation.dispose();
      viewer.dispose();
      setViewer(undefined);
    };
    // Changes of the rest are told to the viewer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [page, root, files]);
  return viewer;
};

/** Folds imports before any code is drawn. @returns a function that ends it */
const withImportsFolded = (
  viewer: DiffViewer,
  page: Page,
  imports: Imports,
): (() => void) | undefined => {
  if (!imports.files.some(({ importHunks }) => importHunks)) return undefined;
  const ending = new AbortController();
  const folded = importModule(() => import('./imports/fold-imports.ts')).then(
    ({ foldImports }) => {
      if (!ending.signal.aborted)
        ending.signal.addEventListener('abort', foldImports(viewer, page, imports));
    },
    // Without this part of the page, they are shown as all others.
    () => undefined,
  );
  viewer.patches.holdUntil(folded);
  return () => ending.abort();
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
