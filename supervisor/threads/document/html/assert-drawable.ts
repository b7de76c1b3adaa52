import { isDrawableData, isDrawableStyle } from '../../../../shared/node/data-address.ts';
import { maxSvgElements } from '../../../../shared/limits.ts';
import { readStylePaints } from '../../../../shared/node/style-paints.ts';
import {
  hasFewCopies,
  paintsByStyle,
  partsOfElement,
  type SvgPart,
} from '../../../../shared/node/svg-copies.ts';
import {
  childrenOf,
  HtmlTooComplex,
  isElement,
  isText,
  type HtmlElement,
  type HtmlNode,
} from './parse-html.ts';

/** Checks the SVG elements of a document: a few hundred bytes can ask for billions. @throws HtmlTooComplex */
export const assertDrawable = (document: HtmlNode): void => {
  const whole: SvgPart = { start: 0, end: 0 };
  const parts = [whole];
  const paints = readStylePaints(stylesIn(document));
  const add = ({ tagName, attrs }: HtmlElement): SvgPart | undefined => {
    const values = attrs.map(({ name, value }) => [name, value] as const);
    const start = whole.end;
    const found = partsOfElement(tagName, values, start);
    if (found === undefined) throw new HtmlTooComplex();
    whole.end += 1;
    parts.push(...found, ...(paintsByStyle(tagName, values, { paints, start }) ?? []));
    if (parts.length > 2 * maxSvgElements) throw new HtmlTooComplex();
    return found[0];
  };
  const visit = (node: HtmlNode): void => {
    const isSvg = isElement(node) && node.namespaceURI.endsWith('svg');
    const named = isSvg ? add(node) : undefined;
    for (const child of childrenOf(node)) visit(child);
    if (named !== undefined) named.end = whole.end;
  };
  visit(document);
  if (!hasFewCopies(parts)) throw new HtmlTooComplex();
};

function* stylesIn(node: HtmlNode): Generator<string> {
  if (!isElement(node) || node.tagName !== 'style')
    for (const child of childrenOf(node)) yield* stylesIn(child);
  else
    yield childrenOf(node)
      .map((child) => (isText(child) ? child.value : ''))
      .join('');
}

/** Checks an image that is in its address. @throws HtmlTooComplex */
export const assertDrawableData = (address: string): void => {
  if (!isDrawableData(address)) throw new HtmlTooComplex();
};

/** Checks the images in a style. Without brackets, it loads none. @throws HtmlTooComplex */
export const assertDrawableStyle = (style: string): void => {
  if (style.includes('(') && !isDrawableStyle(style)) throw new HtmlTooComplex();
};
