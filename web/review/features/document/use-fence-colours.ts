import { useEffect, useState, type RefObject } from 'react';
import { usePage } from '../../ui/page.ts';
import { whenNear } from '../../../shell/when-near.ts';

/**
 * Colours the fences of a block once it is near; until then, and where that fails, they are plain.
 * @returns a number that is another one when the block's text stands in other nodes
 */
export const useFenceColours = (
  element: RefObject<HTMLElement | null>,
  html: { readonly __html: string },
): number => {
  const { highlight } = usePage();
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const { current } = element;
    const codes = [...(current?.querySelectorAll('pre > code[class*="language-"]') ?? [])];
    const row = current?.closest('.block');
    if (codes.length === 0 || row === null || row === undefined) return undefined;
    const ending = new AbortController();
    const colour = async () => {
      const { colourFences } = await import('./code/colour-fences.ts');
      if (await colourFences(codes, highlight, ending.signal)) setVersion((before) => before + 1);
    };
    // Without colours the code can be read as well.
    const forget = whenNear(row, () => void colour().catch(() => undefined));
    return () => {
      ending.abort();
      forget();
    };
    // Other HTML has other fences.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [element, html, highlight]);
  return version;
};
