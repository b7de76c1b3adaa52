import { defaultTreeAdapter, html as standard, parse, type DefaultTreeAdapterMap } from 'parse5';
import { maxHtmlDepth, maxHtmlElements, maxHtmlWork } from '../../../../shared/limits.ts';

export type HtmlNode = DefaultTreeAdapterMap['node'];
export type HtmlElement = DefaultTreeAdapterMap['element'];
export type HtmlText = DefaultTreeAdapterMap['textNode'];

/** HTML that is not worth its time. */
export class HtmlTooComplex extends Error {}

/** Parses HTML as browsers without scripts do. @throws HtmlTooComplex */
export const parseHtml = (html: string): DefaultTreeAdapterMap['document'] => {
  let elements = 0;
  let depth = 0;
  let work = 0;
  const bound = (): void => {
    elements += 1;
    work += depth;
    if (elements > maxHtmlElements || depth > maxHtmlDepth || work > maxHtmlWork)
      throw new HtmlTooComplex();
  };
  return parse(html, {
    sourceCodeLocationInfo: true,
    // What is shown without scripts counts as shown.
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (...given) => {
        bound();
        return defaultTreeAdapter.createElement(...given);
      },
      onItemPush: () => {
        depth += 1;
      },
      onItemPop: () => {
        depth -= 1;
      },
    },
  });
};

/** Whether browsers lay it out as they did before there were standards. */
export const isQuirky = ({ mode }: DefaultTreeAdapterMap['document']): boolean =>
  mode !== standard.DOCUMENT_MODE.NO_QUIRKS;

/** The children of a node; none for templates, whose content is never shown. */
export const childrenOf = (node: HtmlNode): readonly HtmlNode[] =>
  'childNodes' in node ? node.childNodes : [];

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node;
export const isText = (node: HtmlNode): node is HtmlText => node.nodeName === '#text';

/** The value of an attribute. */
export const attributeOf = ({ attrs }: HtmlElement, wanted: string): string | undefined =>
  attrs.find(({ name }) => name === wanted)?.value;
