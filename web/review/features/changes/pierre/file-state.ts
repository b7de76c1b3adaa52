import type { CodeViewDiffItem, DiffLineAnnotation } from '@pierre/diffs';
import { hasPatchText, isGiant } from '../../../../../shared/patch/file-size.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { Side } from '../../../../../shared/session/side-lines.ts';
import { hasBidirectionalControls } from '../../../../../shared/visible-text.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import { imageSides } from '../images/image-sides.ts';
import type { FileContext } from '../patch/expand-hunks.ts';
import { noticesOf } from '../patch/file-notice.ts';
import {
  foldThreads,
  type FileAnnotations,
  type LineThread,
  idsOf,
  keepVisibleOpen,
  type OpenFolds,
} from '../threads/fold-threads.ts';
import type { DiffViewProps } from './diff-view-props.ts';
import { librarySide, type DiffPlace } from './diff-rows.ts';
import { noneModel, pendingModel, patchModel, type FileModel } from './file-diff.ts';
import { canExpand, gapBelow, shownHunks } from './gaps.ts';

/** What is known and shown of one file; replaced as a whole when something changes. */
export interface FileState {
  readonly file: ChangedFile;
  readonly model: FileModel;
  /** Whether the lines around its changes can be had. */
  readonly canExpand: boolean;
  /** The sides that are shown as images. */
  readonly images: readonly Side[];
  /** What is shown around its changes besides the patch. */
  readonly context: FileContext | undefined;
  readonly isCollapsed: boolean;
  readonly isViewed: boolean;
  /** A giant file is shown only when the reader asks for it. */
  readonly isDeferred: boolean;
  /** What the reader has to know of the file, besides its code. */
  readonly notices: readonly string[];
  /** Why its patch could not be loaded. */
  readonly failure: string | undefined;
  readonly annotations: FileAnnotations;
  readonly threads: ReadonlyMap<string, LineThread>;
  /** By the key of a thread, the ids of those of its findings that are shown one by one. */
  readonly openFolds: OpenFolds;
  /** Counts up with every change that the library has to draw. */
  readonly version: number;
}

/** Whether a file's patch is loaded only on request. */
export const isDeferred = (file: ChangedFile): boolean => hasPatchText(file) && isGiant(file);

const noAnnotations: FileAnnotations = { editors: [], comments: [], findings: [] };

/** What the session can give of files besides their patches. */
export type Reach = Pick<DiffViewProps, 'hasContext' | 'hasSides'>;

export const initialState = (
  file: ChangedFile,
  { isViewed, hasContext, hasSides }: Reach & Pick<FileState, 'isViewed'>,
): FileState => {
  return {
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
  };
};

/** The state with the file's patch, and what is known around it. */
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

/** The same code, drawn anew by what the library keeps under another key. */
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

/** Viewed or not, and as it is otherwise. */
export const withTick = (state: FileState, isViewed: boolean): FileState => ({
  ...state,
  isViewed,
  version: state.version + 1,
});

/** A file that was viewed is put away; one that is not any more comes back. */
export const withViewed = (state: FileState, isViewed: boolean): FileState =>
  withCollapsed(withTick(state, isViewed), isViewed);

/** The state of a giant file that the reader asked for. */
export const withDeferredShown = (state: FileState): FileState => ({
  ...state,
  isDeferred: false,
  model: pendingModel(state.file),
  version: state.version + 1,
});

/** Opens or closes the fold of a thread; the library has nothing to draw. */
export const withFold = (state: FileState, key: string, isOpen: boolean): FileState => {
  const openFolds = new Map(state.openFolds);
  const thread = state.threads.get(key);
  if (isOpen && thread !== undefined) openFolds.set(key, idsOf(thread));
  else openFolds.delete(key);
  return { ...state, openFolds };
};

/** With other annotations; what is seen of a thread stays as it is when findings join it. */
export const withAnnotations = (
  state: FileState,
  annotations: FileAnnotations,
  isSeen: (threadKey: string) => boolean,
): FileState => {
  const next = withThreads(state, annotations);
  return { ...next, openFolds: keepVisibleOpen(state, next.threads, isSeen) };
};

/** Numbers of the lines of plain text are not those of the file: there, all annotations stand at the file. */
export const withThreads = (state: FileState, annotations: FileAnnotations): FileState => {
  const { model, context } = state;
  const hunks =
    model.kind === 'plain' ? [] : context === undefined ? state.file.hunks : shownHunks(model.diff);
  const threads = foldThreads({ ...state.file, hunks }, annotations);
  return { ...state, annotations, threads, version: state.version + 1 };
};

/** The file as the library takes it. */
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

/** The line below which the rest of the file can be asked for; undefined where the diff reaches the end. */
export const endPlace = ({ canExpand, model, context }: FileState): DiffPlace | undefined => {
  if (model.kind !== 'code' || !canExpand) return undefined;
  const gap = gapBelow(model.diff, context?.end);
  return gap === undefined ? undefined : { side: 'new', line: gap.from - 1 };
};

/** Whether something stands between a file's header and its code. */
export const hasFileRow = (state: FileState): boolean =>
  state.notices.length > 0 ||
  state.isDeferred ||
  state.images.length > 0 ||
  state.failure !== undefined ||
  state.threads.has(`${state.file.status === 'deleted' ? 'old' : 'new'}:0`);

const fileSide = ({ model }: FileState) =>
  model.diff.type === 'deleted' ? ('deletions' as const) : ('additions' as const);

/** The slot of the library's markup that a thread goes to. */
export const slotName = (state: FileState, thread: { side: 'old' | 'new'; line: number }): string =>
  `annotation-${thread.line === 0 ? fileSide(state) : librarySide(thread.side)}-${thread.line}`;
