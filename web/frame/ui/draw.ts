import type { FrameDocument, FrameElement, FrameNode } from '../../../shared/frame/frame-tree.ts';
import type { TextMap } from './text-map.ts';

const spaces = {
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
} as const;

/** Elements that a document may never have, whoever made it. */
const refused =
  /^(?:script|iframe|frame|frameset|object|embed|applet|base|meta|portal|template)$/iu;

/** Builds the elements of a document, and notes where links lead. Nothing of it is parsed as HTML. */
export const drawDocument = (
  document: FrameDocument,
  map: TextMap,
  links: WeakMap<Node, string>,
): void => {
  const { head, body, documentElement: root } = globalThis.document;
  const draw = (nodes: readonly FrameNode[], parent: Element): void => {
    for (const node of nodes) {
      if ('t' in node) {
        const text = new Text(node.t);
        map.add(text, node);
        parent.append(text);
        continue;
      }
      const element = makeElement(node);
      if (element === undefined) continue;
      map.add(element, node);
      if (node.u !== undefined) links.set(element, node.u);
      draw(node.c ?? [], element);
      parent.append(element);
    }
  };
  setAttributes(root, document.html);
  setAttributes(body, document.body);
  draw(document.head, head);
  draw(document.content, body);
};

const makeElement = ({ e, n, a = {}, u }: FrameElement): Element | undefined => {
  if (refused.test(e)) return undefined;
  let element: Element;
  try {
    element = n === undefined ? document.createElement(e) : document.createElementNS(spaces[n], e);
  } catch {
    // The parser makes elements with names that nobody else can make.
    element = document.createElement('span');
  }
  setAttributes(element, a);
  if (u !== undefined && !element.hasAttribute('title')) element.setAttribute('title', u);
  return element;
};

const setAttributes = (element: Element, attributes: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (/^on/iu.test(name)) continue;
    try {
      element.setAttribute(name, value);
    } catch {
      // Such a name can only be parsed.
    }
  }
};
