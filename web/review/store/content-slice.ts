import type { DiffAnswer, PlanAnswer } from '../../../shared/session/content.ts';
import type { Block } from '../../../shared/placement/blocks.ts';
import type { SourceChange } from '../../../shared/session/source-change.ts';
import { memoizeLast } from '../../shell/memoize-last.ts';

/** Whether whitespace-only changes are shown. */
type Whitespace = 'show' | 'hide';

export type KeptByFile = Readonly<Record<string, PlanAnswer['kept']>>;

export interface ContentSlice {
  /** The first blocks of a long document that is still being prepared; only to be read. */
  readonly beginning: readonly Block[];
  /** Whole; of many documents, with the blocks of those that were opened. */
  readonly document: PlanAnswer | undefined;
  /** The one of many documents that is shown. */
  readonly file: string | undefined;
  /** Why that one is not shown, as a sentence. */
  readonly notShown: string | undefined;
  /** Of each that was opened, how it differs from the version before. */
  readonly kept: KeptByFile;
  readonly diff: DiffAnswer | undefined;
  readonly whitespace: Whitespace;
  /** The load error, as a sentence. */
  readonly error: string | undefined;
}

export type ContentAction =
  /** Until it is ready, these are at most its first blocks; with what is kept of other documents that were opened. */
  | {
      readonly type: 'content/document';
      readonly document: PlanAnswer;
      readonly kept?: KeptByFile;
    }
  /** Shows one of many documents; with its answer, if it was not opened before, or why there is nothing to show. */
  | {
      readonly type: 'content/opened';
      readonly file: string;
      readonly opened?: PlanAnswer;
      readonly notShown?: string;
    }
  | {
      readonly type: 'content/diff';
      readonly diff: DiffAnswer;
      readonly whitespace?: Whitespace;
    }
  | { readonly type: 'content/failed'; readonly sentence: string };

const noBlocks: readonly Block[] = [];

export const initialContent: ContentSlice = {
  beginning: noBlocks,
  document: undefined,
  file: undefined,
  notShown: undefined,
  kept: {},
  diff: undefined,
  whitespace: 'show',
  error: undefined,
};

export const reduceContent = (slice: ContentSlice, action: ContentAction): ContentSlice => {
  switch (action.type) {
    case 'content/document': {
      const { document } = action;
      if (document.preparation.state !== 'ready') return { ...slice, beginning: document.blocks };
      const { file, kept } = document;
      return {
        ...slice,
        beginning: noBlocks,
        document,
        file,
        notShown: undefined,
        kept: { ...action.kept, [file ?? '']: kept },
        error: undefined,
      };
    }
    case 'content/opened': {
      const { document } = slice;
      const { file, opened, notShown } = action;
      if (document === undefined) return slice;
      if (opened === undefined) return { ...slice, file, notShown };
      return {
        ...slice,
        file,
        notShown,
        kept: { ...slice.kept, [file]: opened.kept },
        document: { ...document, blocks: [...document.blocks, ...opened.blocks] },
      };
    }
    case 'content/diff':
      return {
        ...slice,
        diff: action.diff,
        whitespace: action.whitespace ?? 'show',
        error: undefined,
      };
    case 'content/failed':
      return { ...slice, error: action.sentence };
  }
};

/** The version of the content that is shown. */
export const shownVersion = ({
  document,
  diff,
}: Pick<ContentSlice, 'document' | 'diff'>): number | undefined => (document ?? diff)?.version;

/** All blocks that are loaded; of many documents, those of each that was opened. */
export const loadedBlocks = ({ document }: Pick<ContentSlice, 'document'>): readonly Block[] =>
  document?.blocks ?? noBlocks;

const blocksIn = memoizeLast((blocks: readonly Block[], file: string) =>
  blocks.filter((block) => block.file === file),
);

/** The blocks of the plan or document that is shown; empty until loaded. */
export const blocksOf = (content: Pick<ContentSlice, 'document' | 'file'>): readonly Block[] =>
  content.file === undefined
    ? loadedBlocks(content)
    : blocksIn(loadedBlocks(content), content.file);

/** Whether a document can be shown without asking for it. */
export const isLoaded = (
  { document, file: shown, notShown }: ContentSlice,
  file: string,
): boolean =>
  shown === undefined ||
  (shown === file && notShown === undefined) ||
  document?.blocks.some((block) => block.file === file) === true;
/** Whether the content is up to date. */
export interface FreshnessSlice {
  /** Whether the source changed since the server read it. */
  readonly isStale: boolean;
  /** What has changed, if it is known. */
  readonly changed?: SourceChange | undefined;
  /** The server's latest version; the page may show an older one. */
  readonly newestVersion: number;
  readonly isRefreshing: boolean;
}

export type FreshnessAction =
  | {
      readonly type: 'freshness/stale';
      readonly isStale: boolean;
      readonly changed?: SourceChange;
    }
  | { readonly type: 'freshness/version'; readonly version: number }
  | { readonly type: 'freshness/refreshing'; readonly isRefreshing: boolean };

export const initialFreshness: FreshnessSlice = {
  isStale: false,
  newestVersion: 1,
  isRefreshing: false,
};

export const reduceFreshness = (slice: FreshnessSlice, action: FreshnessAction): FreshnessSlice => {
  switch (action.type) {
    case 'freshness/stale':
      return { ...slice, isStale: action.isStale, changed: action.changed };
    case 'freshness/version':
      return { ...slice, newestVersion: Math.max(slice.newestVersion, action.version) };
    case 'freshness/refreshing':
      return { ...slice, isRefreshing: action.isRefreshing };
  }
};
