export interface LineHit {
  readonly kind: 'line';
  readonly fileId: string;
  readonly side: 'old' | 'new';
  /** 1-based, of that side. */
  readonly line: number;
  readonly start: number;
}

export interface TextHit {
  readonly kind: 'text';
  readonly blockId: string;
  readonly start: number;
}

export type Hit = LineHit | TextHit;

export interface SearchSlice {
  readonly query: string;
  readonly state: 'idle' | 'searching' | 'found' | 'failed';
  /** In content order; the first of `total` if there are too many. */
  readonly hits: readonly Hit[];
  readonly total: number;
  /** Index of the current hit, or -1. */
  readonly at: number;
}

export type SearchAction =
  | { readonly type: 'search/query'; readonly query: string }
  | {
      readonly type: 'search/found';
      readonly query: string;
      readonly hits: readonly Hit[];
      readonly total: number;
    }
  | { readonly type: 'search/failed'; readonly query: string }
  | { readonly type: 'search/at'; readonly at: number };

export const initialSearch: SearchSlice = { query: '', state: 'idle', hits: [], total: 0, at: -1 };

/** Ignores results of outdated queries. */
export const reduceSearch = (slice: SearchSlice, action: SearchAction): SearchSlice => {
  switch (action.type) {
    case 'search/query':
      return action.query === ''
        ? initialSearch
        : { ...slice, query: action.query, state: 'searching', at: -1 };
    case 'search/found':
      return action.query === slice.query
        ? { ...slice, state: 'found', hits: action.hits, total: action.total, at: -1 }
        : slice;
    case 'search/failed':
      return action.query === slice.query
        ? { ...slice, state: 'failed', hits: [], total: 0, at: -1 }
        : slice;
    case 'search/at':
      return { ...slice, at: action.at };
  }
};
