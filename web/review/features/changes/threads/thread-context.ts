import { createContext } from 'react';
import type { ThreadContent } from '../types.ts';

export const ThreadContext = createContext<ThreadContent | undefined>(undefined);
