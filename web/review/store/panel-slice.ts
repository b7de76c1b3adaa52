/** What a decision dialog is about; `close` asks before words are lost. */
export type VerdictDialog = 'approve' | 'deny' | 'feedback' | 'close';
export type Dialog = VerdictDialog | 'help' | 'palette';
export type PanelTab = 'comments' | 'findings';

/** What is shown around the content. */
export interface PanelSlice {
  readonly isOpen: boolean;
  readonly tab: PanelTab;
  /** Only findings of this source; of all where undefined. */
  readonly source: string | undefined;
  /** The outline of a document, the file tree of a review. */
  readonly isOutlineOpen: boolean;
  readonly dialog: Dialog | undefined;
}

export type PanelAction =
  | { readonly type: 'panel/opened'; readonly isOpen: boolean }
  | { readonly type: 'panel/tab'; readonly tab: PanelTab }
  | { readonly type: 'panel/source'; readonly source: string | undefined }
  | { readonly type: 'panel/outline'; readonly isOpen: boolean }
  | { readonly type: 'panel/dialog'; readonly dialog: Dialog | undefined };

export const initialPanel: PanelSlice = {
  isOpen: true,
  tab: 'findings',
  source: undefined,
  isOutlineOpen: true,
  dialog: undefined,
};

export const reducePanel = (slice: PanelSlice, action: PanelAction): PanelSlice => {
  switch (action.type) {
    case 'panel/opened':
      return { ...slice, isOpen: action.isOpen };
    case 'panel/tab':
      return { ...slice, isOpen: true, tab: action.tab };
    case 'panel/source':
      return { ...slice, source: action.source };
    case 'panel/outline':
      return { ...slice, isOutlineOpen: action.isOpen };
    case 'panel/dialog':
      return { ...slice, dialog: action.dialog };
  }
};

/** The decision that the open dialog is about; undefined where none is open, or another one. */
export const verdictDialog = ({ dialog }: PanelSlice): VerdictDialog | undefined =>
  dialog === 'help' || dialog === 'palette' ? undefined : dialog;
