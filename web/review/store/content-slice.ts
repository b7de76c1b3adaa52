import type { DiffAnswer, PlanAnswer } from '../../../shared/session/content.ts';
import type { Block } from '../../../shared/placement/blocks.ts';

/** Whether whitespace-only changes are shown. */
type Whitespace = 'show' | 'hide';

export interface ContentSlice {
  readonly document: PlanAnswer | undefined;
  readonly diff: DiffAnswer | undefined;
  readonly whitespace: Whitespace;
  /** The load error, as a sentence. */
  readonly error: string | undefined;
}

export type ContentAction =
  | { readonly type: 'content/document'; readonly document: PlanAnswer }
  | {
      readonly type: 'content/diff';
      readonly diff: DiffAnswer;
      readonly whitespace?: Whitespace;
    }
  | { readonly type: 'content/failed'; readonly sentence: string };

export const initialContent: ContentSlice = {
  document: undefined,
  diff: undefined,
  whitespace: 'show',
  error: undefined,
};

export const reduceContent = (slice: ContentSlice, action: ContentAction): ContentSlice => {
  switch (action.type) {
    case 'content/document':
      return { ...slice, document: action.document, error: undefined };
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

const noBlocks: readonly Block[] = [];

/** The blocks of a plan or document; empty until loaded. */
export const blocksOf = ({ document }: Pick<ContentSlice, 'document'>): readonly Block[] =>
  document?.blocks ?? noBlocks;

/** Whether the content is up to date. */
export interface FreshnessSlice {
  /** Whether the source changed since the server read it. */
  readonly isStale: boolean;
  /** The server's latest version; the page may show an older one. */
  readonly newestVersion: number;
  readonly isRefreshing: boolean;
}

export type FreshnessAction =
  | { readonly type: 'freshness/stale'; readonly isStale: boolean }
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
      return { ...slice, isStale: action.isStale };
    case 'freshness/version':
      return { ...slice, newestVersion: Math.max(slice.newestVersion, action.version) };
    case 'freshness/refreshing':
      return { ...slice, isRefreshing: action.isRefreshing };
  }
};
