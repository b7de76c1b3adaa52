import type { CodeViewDiffItem, DiffLineAnnotation } from '@pierre/diffs';
import { hasPatchText, isGiant } from '../../../../../shared/patch/file-size.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { Side } from '../../../../../shared/session/side-lines.ts';
import { hasBidirectionalControls } from '../../../../../shared/visible-text.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import type { FileContext } from '../patch/expand-hunks.ts';
import { noticesOf } from '../patch/file-notice.ts';
import { unquoted } from '../patch/path-parts.ts';
import {
  foldThreads,
  idsOf,
  keepVisibleOpen,
  noAnnotations,
  type Annotations,
  type LineThread,
  type OpenFolds,
} from '../threads/fold-threads.ts';
import { librarySide, type DiffPlace } from './diff-rows.ts';
import { noneModel, pendingModel, patchModel, type FileModel } from './file-diff.ts';
import { canExpand, gapBelow, shownHunks } from './gaps.ts';

/** Immutable state of one file. */
export interface FileState {
  readonly file: ChangedFile;
  readonly model: FileModel;
  /** Whether the lines around its changes can be loaded. */
  readonly canExpand: boolean;
  /** Sides shown as images. */
  readonly images: readonly Side[];
  /** Context shown in addition to the patch. */
  readonly context: FileContext | undefined;
  readonly isCollapsed: boolean;
  readonly isViewed: boolean;
  /** Very large files are loaded only on request. */
  readonly isDeferred: boolean;
  /** Notices for the reader, in addition to the code. */
  readonly notices: readonly string[];
  /** Why the patch could not be loaded. */
  readonly failure: string | undefined;
  readonly annotations: Annotations;
  readonly threads: ReadonlyMap<string, LineThread>;
  /** Ids of the findings that are shown unfolded, by thread key. */
  readonly openFolds: OpenFolds;
  /** Incremented with every change that the library has to draw. */
  readonly version: number;
}

/** Whether the patch is loaded only on request. */
export const isDeferred = (file: ChangedFile): boolean => hasPatchText(file) && isGiant(file);

/** What the session can provide besides patches. */
export interface Reach {
  readonly hasContext: boolean;
  /** Images of both sides. */
  readonly hasSides: boolean;
}

export const initialState = (
  file: ChangedFile,
  { isViewed, hasContext, hasSides }: Reach & Pick<FileState, 'isViewed'>,
): FileState => ({
  file,
  canExpand: hasContext && canExpand(file),
  images: hasSides ? imageSides(file) : [],
  model: hasPatchText(file) && !isDeferred(file) ? pendingModel(file) : noneModel(file),
  context: undefined,
  isCollapsed: isViewed || file.setAside !== undefined,
  isViewed,
  isDeferred: isDeferred(file),
  notices: noticesOf(file),
  failure: undefined,
  annotations: noAnnotations,
  threads: new Map(),
  openFolds: new Map(),
  version: 0,
});

/** The state with the patch and its context. */
export const withPatch = (
  state: FileState,
  patch: string,
  context: FileContext | undefined = state.context,
): FileState => {
  const model = patchModel(state.file, patch, context);
  const notices = [...noticesOf(state.file)];
  if (model.kind === 'none') notices.push(texts().diff.notices.noChange);
  if (model.kind === 'plain')
    notices.push(texts().diff.notices.plain(model.reason ?? texts().diff.unreadable.parse));
  if (hasBidirectionalControls(patch)) notices.push(texts().diff.notices.bidirectional);
  return withThreads({ ...state, context, model, notices, failure: undefined }, state.annotations);
};

/** The same code under another cache key of the library, to draw it again. */
export const withCacheKey = (state: FileState, cacheKey: string): FileState => ({
  ...state,
  model: { ...state.model, diff: { ...state.model.diff, cacheKey } },
  version: state.version + 1,
});

export const withFailure = (state: FileState, failure: string | undefined): FileState => ({
  ...state,
  failure,
  model: failure === undefined ? pendingModel(state.file) : noneModel(state.file),
  version: state.version + 1,
});

export const withCollapsed = (state: FileState, isCollapsed: boolean): FileState => ({
  ...state,
  isCollapsed,
  version: state.version + 1,
});

/** Sets `isViewed` only. */
export const withTick = (state: FileState, isViewed: boolean): FileState => ({
  ...state,
  isViewed,
  version: state.version + 1,
});

/** A viewed file is collapsed; others are expanded. */
export const withViewed = (state: FileState, isViewed: boolean): FileState =>
  withCollapsed(withTick(state, isViewed), isViewed);

/** Starts loading a deferred file. */
export const withDeferredShown = (state: FileState): FileState => ({
  ...state,
  isDeferred: false,
  model: pendingModel(state.file),
  version: state.version + 1,
});

/** Unfolds or folds a thread. Needs no redraw by the library. */
export const withFold = (state: FileState, key: string, isOpen: boolean): FileState => {
  const openFolds = new Map(state.openFolds);
  const thread = state.threads.get(key);
  if (isOpen && thread !== undefined) openFolds.set(key, idsOf(thread));
  else openFolds.delete(key);
  return { ...state, openFolds };
};

/** Replaces the annotations. Findings that join a visible thread do not fold it. */
export const withAnnotations = (
  state: FileState,
  annotations: Annotations,
  isSeen: (threadKey: string) => boolean,
): FileState => {
  const next = withThreads(state, annotations);
  return { ...next, openFolds: keepVisibleOpen(state, next.threads, isSeen) };
};

/** Line numbers of plain text are not those of the file, so all annotations are placed at the file. */
export const withThreads = (state: FileState, annotations: Annotations): FileState => {
  const { model, context } = state;
  const hunks =
    model.kind === 'plain' ? [] : context === undefined ? state.file.hunks : shownHunks(model.diff);
  const threads = foldThreads({ ...state.file, hunks }, annotations);
  return { ...state, annotations, threads, version: state.version + 1 };
};

/** Converts the state to the library's item. */
export const codeViewItem = (state: FileState): CodeViewDiffItem => {
  const annotations: DiffLineAnnotation[] = [];
  for (const { side, line } of state.threads.values())
    if (line > 0) annotations.push({ side: librarySide(side), lineNumber: line });
  const end = endPlace(state);
  if (end !== undefined && !state.threads.has(`${end.side}:${end.line}`))
    annotations.push({ side: librarySide(end.side), lineNumber: end.line });
  if (hasFileRow(state)) annotations.push({ side: fileSide(state), lineNumber: 0 });
  return {
    id: state.file.id,
    type: 'diff',
    fileDiff: state.model.diff,
    annotations,
    version: state.version,
    collapsed: state.isCollapsed,
  };
};

/** The line above the expander at the end of the file; undefined if the diff reaches the end. */
export const endPlace = ({ canExpand, model, context }: FileState): DiffPlace | undefined => {
  if (model.kind !== 'code' || !canExpand) return undefined;
  const gap = gapBelow(model.diff, context?.end);
  return gap === undefined ? undefined : { side: 'new', line: gap.from - 1 };
};

/** Whether there is content between a file's header and its code. */
export const hasFileRow = (state: FileState): boolean =>
  state.notices.length > 0 ||
  state.isDeferred ||
  state.images.length > 0 ||
  state.failure !== undefined ||
  state.threads.has(`${state.file.status === 'deleted' ? 'old' : 'new'}:0`);

const fileSide = ({ model }: FileState) =>
  model.diff.type === 'deleted' ? ('deletions' as const) : ('additions' as const);

/** The name of a thread's slot in the library's markup. */
export const slotName = (state: FileState, thread: { side: 'old' | 'new'; line: number }): string =>
  `annotation-${thread.line === 0 ? fileSide(state) : librarySide(thread.side)}-${thread.line}`;

const imageName = /\.(?:png|jpe?g|gif|webp|avif|svg)$/iu;

/** Which sides can be shown as images, by file name and available blobs; old first. */
const imageSides = ({ path, kind, oldBlob, newBlob }: ChangedFile): readonly Side[] => {
  if (!imageName.test(unquoted(path)) || kind !== undefined) return [];
  return [
    ...(oldBlob === undefined ? [] : (['old'] as const)),
    ...(newBlob === undefined ? [] : (['new'] as const)),
  ];
};
