import { combineReducers, type Store } from '../../shell/store.ts';
import {
  withoutAdopted,
  initialAnnotations,
  reduceAnnotations,
  type AnnotationsAction,
  type AnnotationsSlice,
} from './annotations-slice.ts';
import {
  initialComments,
  reduceComments,
  type CommentsAction,
  type CommentsSlice,
} from './comments-slice.ts';
import {
  initialContent,
  reduceContent,
  type ContentAction,
  type ContentSlice,
} from './content-slice.ts';
import {
  initialDecision,
  reduceDecision,
  type DecisionAction,
  type DecisionSlice,
} from './decision-slice.ts';
import { initialDraft, reduceDraft, type DraftAction, type DraftSlice } from './draft-slice.ts';
import {
  initialEditors,
  reduceEditors,
  type EditorsAction,
  type EditorsSlice,
} from './editors-slice.ts';
import {
  initialFreshness,
  reduceFreshness,
  type FreshnessAction,
  type FreshnessSlice,
} from './freshness-slice.ts';
import {
  initialHistory,
  reduceHistory,
  type HistoryAction,
  type HistorySlice,
} from './history-slice.ts';
import {
  initialNotices,
  reduceNotices,
  type NoticesAction,
  type NoticesSlice,
} from './notices-slice.ts';
import { initialPanel, reducePanel, type PanelAction, type PanelSlice } from './panel-slice.ts';
import {
  initialSearch,
  reduceSearch,
  type SearchAction,
  type SearchSlice,
} from './search-slice.ts';
import {
  initialSelection,
  reduceSelection,
  type SelectionAction,
  type SelectionSlice,
} from './selection-slice.ts';
import {
  initialSession,
  reduceSession,
  type SessionAction,
  type SessionSlice,
} from './session-slice.ts';
import {
  initialSettings,
  reduceSettings,
  type SettingsAction,
  type SettingsSlice,
} from './settings-slice.ts';
import {
  initialViewed,
  reduceViewed,
  type ViewedAction,
  type ViewedSlice,
} from './viewed-slice.ts';

export interface State {
  readonly session: SessionSlice;
  readonly content: ContentSlice;
  readonly freshness: FreshnessSlice;
  readonly annotations: AnnotationsSlice;
  readonly comments: CommentsSlice;
  readonly editors: EditorsSlice;
  readonly history: HistorySlice;
  readonly decision: DecisionSlice;
  readonly draft: DraftSlice;
  readonly selection: SelectionSlice;
  readonly panel: PanelSlice;
  readonly settings: SettingsSlice;
  readonly notices: NoticesSlice;
  readonly search: SearchSlice;
  readonly viewed: ViewedSlice;
}

/** The prefix of an action's type names its slice. */
export type Action =
  | SessionAction
  | ContentAction
  | FreshnessAction
  | AnnotationsAction
  | CommentsAction
  | EditorsAction
  | HistoryAction
  | DecisionAction
  | DraftAction
  | SelectionAction
  | PanelAction
  | SettingsAction
  | NoticesAction
  | SearchAction
  | ViewedAction;

export type ReviewStore = Store<State, Action>;

/** For functions that need only the store. */
export interface WithStore {
  readonly store: ReviewStore;
}

export const initialState: State = {
  session: initialSession,
  content: initialContent,
  freshness: initialFreshness,
  annotations: initialAnnotations,
  comments: initialComments,
  editors: initialEditors,
  history: initialHistory,
  decision: initialDecision,
  draft: initialDraft,
  selection: initialSelection,
  panel: initialPanel,
  settings: initialSettings,
  notices: initialNotices,
  search: initialSearch,
  viewed: initialViewed,
};

const reduceSlices = combineReducers<State, Action>({
  session: reduceSession,
  content: reduceContent,
  freshness: reduceFreshness,
  annotations: reduceAnnotations,
  comments: reduceComments,
  editors: reduceEditors,
  history: reduceHistory,
  decision: reduceDecision,
  draft: reduceDraft,
  selection: reduceSelection,
  panel: reducePanel,
  settings: reduceSettings,
  notices: reduceNotices,
  search: reduceSearch,
  viewed: reduceViewed,
});

/** The root reducer; keeps the state's identity if nothing changes. */
export const reduce = (state: State, action: Action): State => {
  const next = reduceSlices(state, action);
  const { annotations, comments } = next;
  return comments === state.comments
    ? next
    : { ...next, annotations: withoutAdopted(annotations, comments) };
};
