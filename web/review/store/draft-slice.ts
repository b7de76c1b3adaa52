import type { TextEdit } from '../../../shared/session/source.ts';

export type DraftStatus =
  | { readonly state: 'clean' }
  | { readonly state: 'unsaved' }
  | { readonly state: 'saving' }
  | { readonly state: 'saved' }
  | { readonly state: 'failed'; readonly sentence: string };

export interface DraftSlice {
  readonly status: DraftStatus;
  /** The overall feedback in the decision form. */
  readonly feedback: string;
  /** Edited texts that are not saved, one for each file. */
  readonly edits: readonly TextEdit[];
  /** The version of the content that its places are in; 0 while there were none to read, undefined if not known. */
  readonly contentVersion: number | undefined;
}

export type DraftAction =
  | { readonly type: 'draft/status'; readonly status: DraftStatus }
  | { readonly type: 'draft/feedback'; readonly feedback: string }
  | { readonly type: 'draft/edits'; readonly edits: readonly TextEdit[] }
  | { readonly type: 'draft/read'; readonly contentVersion: number | undefined };

export const initialDraft: DraftSlice = {
  status: { state: 'clean' },
  feedback: '',
  edits: [],
  contentVersion: undefined,
};

export const reduceDraft = (slice: DraftSlice, action: DraftAction): DraftSlice => {
  switch (action.type) {
    case 'draft/status':
      return { ...slice, status: action.status };
    case 'draft/feedback':
      return { ...slice, feedback: action.feedback };
    case 'draft/edits':
      return { ...slice, edits: action.edits };
    case 'draft/read':
      return { ...slice, contentVersion: action.contentVersion };
  }
};
