import { useEffect, useState, type RefObject } from 'react';
import { usePage } from '../../../ui/page.ts';
import { whenNear } from '../../../../shell/when-near.ts';

/** Told to the text of a block in which text nodes were replaced. */
export const textReplaced = 'text-replaced';

/**
 * Highlights a block's code fences when it is near the viewport; plain until then, and on failure.
 * @returns a version that changes when text nodes were replaced, here or elsewhere
 */
export const useFenceColours = (
  element: RefObject<HTMLElement | null>,
  html: { readonly __html: string },
): number => {
  const { highlight } = usePage();
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const { current } = element;
    const count = () => setVersion((before) => before + 1);
    current?.addEventListener(textReplaced, count);
    return () => current?.removeEventListener(textReplaced, count);
  }, [element]);
  useEffect(() => {
    const { current } = element;
    const codes = [...(current?.querySelectorAll('pre > code[class*="language-"]') ?? [])];
    const row = current?.closest('.block');
    if (codes.length === 0 || row === null || row === undefined) return undefined;
    const ending = new AbortController();
    const colour = async () => {
      const { colourFences } = await import('./colour-fences.ts');
      if (await colourFences(codes, highlight, ending.signal)) setVersion((before) => before + 1);
    };
    // Optional: plain code is readable.
    const forget = whenNear(row, () => void colour().catch(() => undefined));
    return () => {
      ending.abort();
      forget();
    };
    // New HTML has new fences.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [element, html, highlight]);
  return version;
};
