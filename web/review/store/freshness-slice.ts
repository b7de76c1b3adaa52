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
