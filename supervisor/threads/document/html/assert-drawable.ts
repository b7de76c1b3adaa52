import { isDrawableSvg } from '../../../../shared/node/svg-elements.ts';
import { hasFewCopies, partsOfElement, type SvgPart } from '../../../../shared/node/svg-copies.ts';
import {
  childrenOf,
  HtmlTooComplex,
  isElement,
  type HtmlElement,
  type HtmlNode,
} from './parse-html.ts';

/** Checks the SVG elements of a document: a few hundred bytes can ask for billions. @throws HtmlTooComplex */
export const assertDrawable = (document: HtmlNode): void => {
  const whole: SvgPart = { start: 0, end: 0 };
  const parts = [whole];
  const add = ({ tagName, attrs }: HtmlElement): SvgPart | undefined => {
    const values = attrs.map(({ name, value }) => [name, value] as const);
    const found = partsOfElement(tagName, values, whole.end);
    if (found === undefined) throw new HtmlTooComplex();
    whole.end += 1;
    parts.push(...found);
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

/** Checks the address of an image that has its data with it. @throws HtmlTooComplex */
export const assertDrawableData = (address: string): void => {
  if (!/^data:image\/svg/iu.test(address)) return;
  const comma = address.indexOf(',');
  const head = address.slice(0, comma).toLowerCase();
  const isOther = /charset=(?!utf-?8\b|us-ascii\b)/u.test(head);
  const bytes = comma < 0 || isOther ? undefined : bytesOf(address.slice(comma + 1), head);
  if (bytes === undefined || !isDrawableSvg(bytes)) throw new HtmlTooComplex();
};

const bytesOf = (text: string, head: string): Buffer | undefined => {
  try {
    const plain = decodeURIComponent(text);
    return Buffer.from(plain, head.endsWith(';base64') ? 'base64' : 'utf8');
  } catch {
    return undefined;
  }
};
