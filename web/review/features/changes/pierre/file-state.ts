import { hasPatchText, isGiant } from '../../../../../shared/patch/file-size.ts';
import type { ChangedFile, Hunk } from '../../../../../shared/placement/manifest.ts';
import type { Side } from '../../../../../shared/session/side-lines.ts';
import { hiddenInCode } from '../../../../../shared/visible-text.ts';
import type { FoldedLines } from '../../../../shell/texts/folds-texts.ts';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import type { FileContext } from '../patch/expand-hunks.ts';
import { noticesOf } from '../patch/file-notice.ts';
import { unquoted } from '../../../ui/path-parts.ts';
import {
  foldThreads,
  idsOf,
  keepVisibleOpen,
  noAnnotations,
  type Annotations,
  type LineThread,
  type OpenFolds,
} from '../threads/fold-threads.ts';
import type { DiffPlace } from './diff-rows.ts';
import { noneModel, pendingModel, patchModel, textModel, type FileModel } from './file-diff.ts';
import { canExpand, shownHunks } from './gaps.ts';

/** Immutable state of one file. */
export interface FileState {
  readonly file: ChangedFile;
  readonly model: FileModel;
  /** Folds hunks of the model; undefined if none is to be folded. */
  readonly folding: Folding | undefined;
  /** What is folded, and the model without that; undefined if nothing is. */
  readonly folded: Folded | undefined;
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

/** A hunk that may be folded, and why: it is only formatting or imports, or was reviewed in the last round. */
export interface Fold {
  readonly hunk: Hunk;
  readonly only: keyof FoldedLines;
}

/** What one part of the page folds of a file. */
export interface FoldLayer {
  readonly folds: readonly Fold[];
  /** Those that were shown since, on request or because something stands at one of their lines. */
  readonly shown: Set<Fold>;
}

/** What folds hunks of a file; loaded with the first part of the page that folds some. */
export interface Folding {
  readonly layers: ReadonlyMap<string, FoldLayer>;
  /** Gives a state with hunks of its model folded, except the one at a place that is to be shown. */
  readonly fold: (state: FileState, shown?: DiffPlace) => FileState;
}

interface Folded {
  readonly whole: FileModel;
  /** By the first new line of the hunk below; `end` if there is none, and `file` if there is no other hunk at all. */
  readonly rows: ReadonlyMap<number | 'end' | 'file', FoldedRow>;
}

/** Says in the place of hunks what they are, and shows them. */
export interface FoldedRow {
  readonly label: string;
  readonly show: () => void;
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
  folding: undefined,
  folded: undefined,
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

const warnOfHidden = (notices: string[], text: string): void => {
  const found = hiddenInCode(text);
  if (found !== '') notices.push(diffTexts().notices.hidden(found));
};

/** The state with the patch and its context. */
export const withPatch = (
  state: FileState,
  patch: string,
  context: FileContext | undefined = state.context,
): FileState => {
  const model = patchModel(state.file, patch, context);
  const notices = [...noticesOf(state.file)];
  if (model.kind === 'none') notices.push(diffTexts().notices.noChange);
  if (model.kind === 'plain')
    notices.push(diffTexts().notices.plain(model.reason ?? diffTexts().unreadable.parse));
  warnOfHidden(notices, patch);
  return withThreads(
    { ...state, context, model, folded: undefined, notices, failure: undefined },
    state.annotations,
  );
};

/** The state with the text of a file that has not changed. */
export const withText = (state: FileState, text: string): FileState => {
  const notices = [...noticesOf(state.file)];
  warnOfHidden(notices, text);
  const model = textModel(state.file, text);
  return withThreads({ ...state, model, notices }, state.annotations);
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

/** Collapses a file that says of itself that it is generated. */
export const withSetAside = (state: FileState): FileState =>
  state.file.setAside === undefined
    ? withCollapsed({ ...state, file: { ...state.file, setAside: 'generated' } }, true)
    : state;

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
  const { folding, folded, context } = state;
  const model = folded?.whole ?? state.model;
  const hunks =
    model.kind === 'plain' ? [] : context === undefined ? state.file.hunks : shownHunks(model.diff);
  const threads = foldThreads({ ...state.file, hunks }, annotations);
  const next = { ...state, annotations, threads, version: state.version + 1 };
  return folding?.fold(next) ?? next;
};

const imageName = /\.(?:png|jpe?g|gif|webp|avif|svg)$/iu;

/** Which sides can be shown as images, by file name and available blobs; old first. */
const imageSides = ({ path, kind, oldBlob, newBlob }: ChangedFile): readonly Side[] => {
  if (!imageName.test(unquoted(path)) || kind !== undefined) return [];
  return [
    ...(oldBlob === undefined ? [] : (['old'] as const)),
    ...(newBlob === undefined ? [] : (['new'] as const)),
  ];
};
