import { useEffect, useState } from 'react';
import type { Point } from './symbol-here.ts';

/** Where the pointer is, unless the keyboard has moved something since. */
export const usePointer = (): (() => Point | undefined) => {
  const [pointer] = useState(() => {
    let point: Point | undefined;
    return {
      at: () => point,
      moved: ({ clientX, clientY }: PointerEvent) => (point = { x: clientX, y: clientY }),
      typed: ({ key }: KeyboardEvent) => {
        if (/^(?:Arrow|Page|Home|End|Tab|Enter)/u.test(key)) point = undefined;
      },
    };
  });
  useEffect(() => {
    const ending = new AbortController();
    const options = { signal: ending.signal, passive: true, capture: true };
    addEventListener('pointermove', pointer.moved, options);
    addEventListener('keydown', pointer.typed, options);
    return () => ending.abort();
  }, [pointer]);
  return pointer.at;
};
