import { createContext } from 'react';
import type { DiffViewProps } from '../types.ts';

/** What the rows below the lines need of the page. */
export interface ThreadContent extends Pick<
  DiffViewProps,
  'renderComment' | 'renderFinding' | 'renderEditor'
> {
  /** Keys of the folds that are open; kept here, since rows come and go with the scroll. */
  readonly openFolds: Set<string>;
}

export const ThreadContext = createContext<ThreadContent | undefined>(undefined);
