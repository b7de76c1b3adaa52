import type { DiffAnswer, PlanAnswer } from '../../../shared/session/content.ts';
import type { Block } from '../../../shared/placement/blocks.ts';

/** Whether what differs in whitespace alone is part of the change. */
type Whitespace = 'show' | 'hide';

/** What is reviewed. */
export interface ContentSlice {
  readonly document: PlanAnswer | undefined;
  readonly diff: DiffAnswer | undefined;
  readonly whitespace: Whitespace;
  /** Why it could not be fetched, as a sentence. */
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

/** The blocks of a plan or document; none until they are there. */
export const blocksOf = ({ document }: Pick<ContentSlice, 'document'>): readonly Block[] =>
  document?.blocks ?? noBlocks;
