import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const first = 60;
const step = 240;

/** How many of `total` are shown: what fills the window at once, the rest in steps between which the page lives. */
export const useProgressive = (
  total: number,
): { readonly count: number; readonly showAll: () => void } => {
  const [count, setCount] = useState(first);
  useEffect(() => {
    if (count >= total) return undefined;
    const timer = setTimeout(() => setCount(count + step));
    return () => clearTimeout(timer);
  }, [count, total]);
  const showAll = useCallback(() => {
    if (count < total) flushSync(() => setCount(total));
  }, [count, total]);
  // A printout has all of it, however early it is asked for.
  useEffect(() => {
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, [showAll]);
  return { count, showAll };
};
