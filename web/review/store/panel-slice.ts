import type { Severity } from '../../../shared/annotations/rule-fields.ts';

/** `decide` is the popover that submits the review. */
export type Dialog = 'decide' | 'help' | 'palette' | 'source';

/** Where the source is opened: at a line, 1-based, of a file of a folder. */
export interface SourcePlace {
  readonly file?: string | undefined;
  readonly line: number;
}
export type PanelTab = 'comments' | 'findings';

/** What a finding is, in the words of all modes. */
export type FindingKind = 'comment' | 'suggestion' | 'concern' | 'deletion';
export type FindingGroup = 'place' | 'source' | 'kind';

/** Whether a finding is about the whole, has a place in what is read, or stands beside it. */
export type FindingSide = 'whole' | 'inside' | 'outside';

/** Which findings the panel lists, and in which order. What is undefined is not asked for. */
export interface FindingsView {
  readonly group: FindingGroup;
  readonly query: string;
  readonly severity: Severity | undefined;
  readonly source: string | undefined;
  readonly rule: string | undefined;
  readonly kind: FindingKind | undefined;
  readonly side: FindingSide | undefined;
  /** The dismissed ones instead of those that stand. */
  readonly isDismissed: boolean;
  /** Keys of the groups that are folded. */
  readonly folded: ReadonlySet<string>;
  /** Ids of findings that share their message with others, where each place of theirs is listed. */
  readonly unfolded: ReadonlySet<string>;
}

/** Nothing is asked for. */
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

/** What is shown around the content. */
export interface PanelSlice {
  readonly isOpen: boolean;
  /** Undefined until somebody, or what there is, has decided it. */
  readonly tab: PanelTab | undefined;
  readonly findings: FindingsView;
  /** The outline of a document, the file tree of a review. */
  readonly isOutlineOpen: boolean;
  readonly dialog: Dialog | undefined;
  readonly source: SourcePlace;
}

export type PanelAction =
  | { readonly type: 'panel/opened'; readonly isOpen: boolean }
  /** Opens the list with a tab. */
  | { readonly type: 'panel/shown'; readonly tab: PanelTab }
  /** The tab that shows where the list is open; else nothing opens. */
  | { readonly type: 'panel/tab'; readonly tab: PanelTab }
  | { readonly type: 'panel/findings'; readonly change: Partial<FindingsView> }
  | { readonly type: 'panel/outline'; readonly isOpen: boolean }
  | { readonly type: 'panel/dialog'; readonly dialog: Dialog | undefined }
  | { readonly type: 'panel/source'; readonly place: SourcePlace };

export const initialPanel: PanelSlice = {
  isOpen: false,
  tab: undefined,
  findings: allFindings,
  isOutlineOpen: true,
  dialog: undefined,
  source: { line: 1 },
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
  }
};
