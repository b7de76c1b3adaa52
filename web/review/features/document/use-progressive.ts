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
  const showAll = useCallback(() => {
    if (count < total) flushSync(() => setCount(total));
  }, [count, total]);
  // A printout must be complete, however early it is requested.
  useEffect(() => {
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, [showAll]);
  return { count, showAll };
};
