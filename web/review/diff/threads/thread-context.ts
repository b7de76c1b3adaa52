import { createContext } from 'react';
import type { DiffViewProps } from '../types.ts';

/** What the rows below the lines need of the page. */
export type ThreadContent = Pick<DiffViewProps, 'renderComment' | 'renderFinding' | 'renderEditor'>;

export const ThreadContext = createContext<ThreadContent | undefined>(undefined);
