import type { DiffAnswer, PlanAnswer } from '../../../shared/session/content.ts';
import type { Block } from '../../../shared/placement/blocks.ts';

/** What is reviewed. */
export interface ContentSlice {
  readonly document: PlanAnswer | undefined;
  readonly diff: DiffAnswer | undefined;
  /** Whether the diff is without what is only whitespace. */
  readonly isWhitespaceHidden: boolean;
  /** Why it could not be fetched, as a sentence. */
  readonly error: string | undefined;
}

export type ContentAction =
  | { readonly type: 'content/document'; readonly document: PlanAnswer }
  | {
      readonly type: 'content/diff';
      readonly diff: DiffAnswer;
      readonly isWhitespaceHidden?: boolean;
    }
  | { readonly type: 'content/failed'; readonly sentence: string };

export const initialContent: ContentSlice = {
  document: undefined,
  diff: undefined,
  isWhitespaceHidden: false,
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
        isWhitespaceHidden: action.isWhitespaceHidden ?? false,
        error: undefined,
      };
    case 'content/failed':
      return { ...slice, error: action.sentence };
  }
};

const noBlocks: readonly Block[] = [];

/** The blocks of a plan or document; none until they are there. */
export const blocksOf = ({ document }: Pick<ContentSlice, 'document'>): readonly Block[] =>
  document?.blocks ?? noBlocks;
