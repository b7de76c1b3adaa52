import type { BlockSince } from '../../../shared/session/rounds.ts';
import type { Severity } from '../../../shared/annotations/fields.ts';

/**
 * `decide` is the popover that submits the review; `note` saves what is shown as one; `scope` chooses what is compared;
 * `skills` are those of agents.
 */
export type Dialog =
  | 'decide'
  | 'definition'
  | 'diagram'
  | 'edit'
  | 'symbols'
  | 'files'
  | 'help'
  | 'note'
  | 'palette'
  | 'references'
  | 'scope'
  | 'share'
  | 'skills'
  | 'source'
  | 'staging'
  | 'versions';

/** The line to open the source at, 1-based, and the file if a folder is reviewed. */
export interface SourcePlace {
  readonly file?: string | undefined;
  readonly line: number;
}
export type PanelTab = 'comments' | 'findings' | 'structure';

/** The kind of a finding, independent of the mode. */
export type FindingKind = 'comment' | 'suggestion' | 'concern' | 'deletion';
export type FindingGroup = 'place' | 'source' | 'kind';

/** Whether a finding is general, in the content, or outside of it. */
export type FindingSide = 'whole' | 'inside' | 'outside';

/** Filter and grouping of the panel. Undefined means not filtered. */
export interface FindingsView {
  readonly group: FindingGroup;
  readonly query: string;
  readonly severity: Severity | undefined;
  readonly source: string | undefined;
  readonly rule: string | undefined;
  readonly kind: FindingKind | undefined;
  readonly side: FindingSide | undefined;
  /** Shows dismissed findings instead of open ones. */
  readonly isDismissed: boolean;
  /** Keys of collapsed groups. */
  readonly folded: ReadonlySet<string>;
  /** Ids of findings whose message is expanded to all of its places. */
  readonly unfolded: ReadonlySet<string>;
}

export const noFilter = {
  query: '',
  severity: undefined,
  source: undefined,
  rule: undefined,
  kind: undefined,
  side: undefined,
} as const satisfies Partial<FindingsView>;

export const allFindings: FindingsView = {
  ...noFilter,
  group: 'place',
  isDismissed: false,
  folded: new Set(),
  unfolded: new Set(),
};

/** What is shown of the comparison with the last round. */
export interface RoundView {
  /** Whether some of the change is new, and some is not. */
  readonly canNarrow: boolean;
  readonly isOnlyNew: boolean;
  readonly hasDetails: boolean;
  /** What has changed in a plan or document, by block. */
  readonly blocks: ReadonlyMap<string, BlockChanges>;
  /** Whether that is shown in the text. */
  readonly areChangesShown: boolean;
}

/** What has changed at a block since the last round. */
export interface BlockChanges {
  /** Of the block itself, if it has. */
  readonly since: BlockSince | undefined;
  /** Blocks that are gone, right above or below it. */
  readonly above: readonly BlockSince[];
  readonly below: readonly BlockSince[];
}

/** What is shown around the content. */
export interface PanelSlice {
  readonly isOpen: boolean;
  /** Undefined until the user, or the first content, selects one. */
  readonly tab: PanelTab | undefined;
  readonly findings: FindingsView;
  /** The outline of a document, or the file tree of a change. */
  readonly isOutlineOpen: boolean;
  readonly dialog: Dialog | undefined;
  readonly source: SourcePlace;
  /** Undefined until what is reviewed has been compared with a last round. */
  readonly round: RoundView | undefined;
  /** Whether an HTML document is shown the other way: as it is, or as text. */
  readonly isFrameSwitched: boolean;
}

export type PanelAction =
  | { readonly type: 'panel/opened'; readonly isOpen: boolean }
  /** Opens the panel with a tab. */
  | { readonly type: 'panel/shown'; readonly tab: PanelTab }
  /** Selects a tab without opening the panel. */
  | { readonly type: 'panel/tab'; readonly tab: PanelTab }
  | { readonly type: 'panel/findings'; readonly change: Partial<FindingsView> }
  | { readonly type: 'panel/outline'; readonly isOpen: boolean }
  | { readonly type: 'panel/dialog'; readonly dialog: Dialog | undefined }
  | { readonly type: 'panel/source'; readonly place: SourcePlace }
  | { readonly type: 'panel/frame' }
  | { readonly type: 'panel/round'; readonly change: Partial<RoundView> };

export const initialPanel: PanelSlice = {
  isOpen: false,
  tab: undefined,
  findings: allFindings,
  isOutlineOpen: true,
  dialog: undefined,
  source: { line: 1 },
  round: undefined,
  isFrameSwitched: false,
};

const wholeRound: RoundView = {
  canNarrow: false,
  isOnlyNew: false,
  hasDetails: false,
  blocks: new Map(),
  areChangesShown: true,
};

export const reducePanel = (slice: PanelSlice, action: PanelAction): PanelSlice => {
  switch (action.type) {
    case 'panel/opened':
      return { ...slice, isOpen: action.isOpen };
    case 'panel/shown':
      return { ...slice, isOpen: true, tab: action.tab };
    case 'panel/tab':
      return { ...slice, tab: action.tab };
    case 'panel/findings':
      return { ...slice, findings: { ...slice.findings, ...action.change } };
    case 'panel/outline':
      return { ...slice, isOutlineOpen: action.isOpen };
    case 'panel/dialog':
      return { ...slice, dialog: action.dialog };
    case 'panel/source':
      return { ...slice, dialog: 'source', source: action.place };
    case 'panel/frame':
      return { ...slice, isFrameSwitched: !slice.isFrameSwitched };
    case 'panel/round':
      return { ...slice, round: { ...(slice.round ?? wholeRound), ...action.change } };
  }
};
