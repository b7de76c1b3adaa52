import type { Piece } from './text-map.ts';

/** Beyond, counting takes too long. */
const maxTexts = 30_000;
const atOnce = 500;

/** How many texts a document has that its own styles keep from being read. Text in folded details can be unfolded. */
export const countHidden = async (pieces: readonly Piece[]): Promise<number> => {
  let hidden = 0;
  const all = pieces.slice(0, maxTexts).filter(({ node }) => node instanceof Text);
  for (let from = 0; from < all.length; from += atOnce) {
    for (const { node } of all.slice(from, from + atOnce)) if (isHidden(node)) hidden += 1;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return hidden;
};

const isHidden = (node: Node): boolean => {
  const element = node.parentElement;
  if (element === null || (node.nodeValue ?? '').trim() === '') return false;
  if (element.closest('details:not([open])') !== null) return false;
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
  const { color, fontSize } = getComputedStyle(element);
  if (Number.parseFloat(fontSize) < 2 || isTransparent(color)) return true;
  if (element instanceof SVGElement) return false;
  if (color === groundOf(element)) return true;
  const range = new Range();
  range.selectNodeContents(node);
  return [...range.getClientRects()].every(
    ({ width, height, right, bottom }) =>
      width < 1 || height < 1 || right + scrollX <= 0 || bottom + scrollY <= 0,
  );
};

const isTransparent = (color: string): boolean => /^rgba\(.*, 0\)$/u.test(color);

/** The colour behind an element; undefined if that is an image. */
const groundOf = (element: Element): string | undefined => {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    if (backgroundImage !== 'none') return undefined;
    if (!isTransparent(backgroundColor)) return backgroundColor;
  }
  return 'rgb(255, 255, 255)';
};
