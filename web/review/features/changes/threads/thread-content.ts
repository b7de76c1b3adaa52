import { createContext } from 'react';
import type { ThreadContent } from '../pierre/diff-view-props.ts';

export const ThreadContext = createContext<ThreadContent | undefined>(undefined);
