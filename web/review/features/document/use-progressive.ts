import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Blocks of the first screen, and of each further step. */
const firstBlocks = 60;
const stepBlocks = 240;

/** Progressive rendering: the first screen at once, the rest in steps that keep the page responsive. */
export const useProgressive = (total: number) => {
  const [count, setCount] = useState(firstBlocks);
  useEffect(() => {
    if (count >= total) return undefined;
    const timer = setTimeout(() => setCount(count + stepBlocks));
    return () => clearTimeout(timer);
  }, [count, total]);
  const showAll = useCallback(() => flushSync(() => setCount(Number.POSITIVE_INFINITY)), []);
  // A printout must be complete, however early it is requested. Another listener may have React run its effects, and one
  // that is replaced during an event is not called.
  useEffect(() => {
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, [showAll]);
  return { count, showAll };
};
