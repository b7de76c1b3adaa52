import type { Capability } from '../../../shared/session/capabilities.ts';
import type { PageConfig } from '../../../shared/config.ts';
import { combineReducers, type ActionOf, type StateOf, type Store } from '../../shell/store.ts';
import { withoutAdopted, initialAnnotations, reduceAnnotations } from './annotations-slice.ts';
import { initialComments, reduceComments } from './comments-slice.ts';
import {
  initialContent,
  initialFreshness,
  reduceContent,
  reduceFreshness,
} from './content-slice.ts';
import { initialDecision, reduceDecision } from './decision-slice.ts';
import { initialDraft, reduceDraft } from './draft-slice.ts';
import { initialEditors, reduceEditors } from './editors-slice.ts';
import { initialHistory, reduceHistory } from './history-slice.ts';
import { initialNotices, reduceNotices } from './notices-slice.ts';
import { initialPanel, reducePanel } from './panel-slice.ts';
import { initialSearch, reduceSearch } from './search-slice.ts';
import { initialSelection, reduceSelection } from './selection-slice.ts';
import { can, initialSession, reduceSession } from './session-slice.ts';
import { initialViewed, reduceViewed } from './viewed-slice.ts';

/** A reducer per slice. The prefix of an action's type names its slice. */
const reducers = {
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
  settings: (slice: PageConfig, { change }: SettingsAction): PageConfig => ({
    ...slice,
    ...change,
  }),
  notices: reduceNotices,
  search: reduceSearch,
  viewed: reduceViewed,
};

export interface State extends StateOf<typeof reducers> {}
export type Action = ActionOf<typeof reducers>;
export type ReviewStore = Store<State, Action>;

/** For functions that need only the store. */
export interface WithStore {
  readonly store: ReviewStore;
}

/** Settings shared with the server. */
interface SettingsAction {
  readonly type: 'settings/changed';
  readonly change: Partial<PageConfig>;
}

/** Defaults as in shared/config.ts, apart from its labels, until the server has responded. */
const initialSettings: PageConfig = {
  theme: 'system',
  language: 'auto',
  diffView: 'auto',
  wrapLines: true,
  fileOrder: 'path',
  foldImports: true,
  foldTrivial: false,
  panelWidth: 336,
  panelPinned: false,
  quickLabels: [],
  undoSeconds: 5,
  keys: {},
};

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

const reduceSlices = combineReducers<State, Action>(reducers);

/** The root reducer; keeps the state's identity if nothing changes. */
export const reduce = (state: State, action: Action): State => {
  const next = reduceSlices(state, action);
  const { annotations, comments } = next;
  return comments === state.comments
    ? next
    : { ...next, annotations: withoutAdopted(annotations, comments) };
};

const needed: Readonly<Partial<Record<Action['type'], Capability>>> = {
  'comments/added': 'comments',
  'comments/manyAdded': 'comments',
  'comments/changed': 'comments',
  'comments/removed': 'comments',
  'comments/manyRemoved': 'comments',
  'editors/opened': 'comments',
  'selection/passage': 'comments',
  'annotations/dismissed': 'triage',
  'annotations/restored': 'triage',
  'viewed/changed': 'viewed',
};

/** Wraps a reducer to ignore actions that the session has no capability for. */
export const withinCapabilities =
  (reducer: typeof reduce): typeof reduce =>
  (state, action) => {
    const need = needed[action.type];
    return need === undefined || can(state, need) ? reducer(state, action) : state;
  };
