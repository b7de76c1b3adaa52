/** Recorded side effects that reviewed text must not have. */
export const crimes: string[] = [];

const note = (crime: string): void => {
  if (!crimes.includes(crime)) crimes.push(crime);
};

const forbiddenTags = new Set(
  'IFRAME FRAME OBJECT EMBED BASE FORM MATH MGLYPH ANIMATE SET FOREIGNOBJECT USE VIDEO AUDIO'.split(
    ' ',
  ),
);

const urlAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'data',
  'xlink:href',
  'srcset',
]);

const isOurs = (url: string): boolean => new URL(url, document.baseURI).origin === location.origin;

/**
 * Images that the page draws itself. An image cannot run or load anything, but there should not be anything to run in
 * it either.
 */
const drawing = 'data:image/svg+xml;charset=utf-8,';

const inspectDrawing = (address: string): void => {
  const parsed = new DOMParser().parseFromString(decodeURIComponent(address), 'image/svg+xml');
  if (parsed.querySelector('parsererror, script, image, a') !== null)
    note(`a drawing: ${address.slice(0, 200)}`);
  inspectTree(parsed);
};

const inspectAttribute = (element: Element, { name, value }: Attr): void => {
  const where = `${element.tagName} ${name}="${value}"`;
  if (/^on/iu.test(name)) note(where);
  if (name === 'style' && value.includes('pwned')) note(where);
  // Elements with an id or name become global variables of the page (DOM clobbering).
  if (['id', 'name'].includes(name) && value.startsWith('pwned')) note(where);
  if (!urlAttributes.has(name)) return;
  if (element.tagName === 'IMG' && name === 'src' && value.startsWith(drawing)) {
    inspectDrawing(value.slice(drawing.length));
    return;
  }
  // An empty icon, so that browsers do not request one.
  if (element.tagName === 'LINK' && value === 'data:,') return;
  // oxlint-disable-next-line no-script-url -- it is what is looked for
  if (/^\W*(?:java|vb)script|^data:(?!image\/(?:png|gif|jpeg|webp|avif);)/iu.test(value))
    note(where);
  // Links are only followed by the reviewer.
  else if (element.tagName !== 'A' && !isOurs(value)) note(where);
};

const inspect = (element: Element): void => {
  const tag = element.tagName.toUpperCase();
  // The diff library's plus icon next to a selected line.
  const isOwnIcon = tag === 'USE' && element.getAttribute('href') === '#diffs-icon-plus';
  // The frame of an HTML document: our own server's, without an origin.
  const isOwnFrame =
    tag === 'IFRAME' &&
    element.getAttribute('sandbox') === 'allow-scripts' &&
    /^api\/assets\/[0-9a-f]{32}\/(?:\?quirks=1)?$/u.test(element.getAttribute('src') ?? '');
  if (forbiddenTags.has(tag) && !isOwnIcon && !isOwnFrame) note(element.outerHTML);
  if (tag === 'SCRIPT' && !element.hasAttribute('src')) note(element.outerHTML);
  if (tag === 'META' && element.hasAttribute('http-equiv')) note(element.outerHTML);
  if (tag === 'STYLE' && element.textContent.includes('pwned')) note(element.outerHTML);
  for (const attribute of element.attributes) inspectAttribute(element, attribute);
};

const inspectTree = (root: ParentNode): void => {
  for (const element of root.querySelectorAll('*')) inspect(element);
};

/** Hostile texts that were shown. */
export const shown = new Set<string>();

const collect = (root: Node): void => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node: Node | null = root; node !== null; node = walker.nextNode())
    if (node.nodeType === Node.TEXT_NODE && node.textContent?.includes('pwned') === true)
      shown.add(node.textContent);
};

const watch = (root: Node): void => {
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof Element) inspect(target);
      else collect(target);
      for (const node of addedNodes) {
        collect(node);
        if (node instanceof Element) {
          inspect(node);
          inspectTree(node);
        }
      }
    }
  }).observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
};

watch(document);
// Nobody outside can observe a shadow root.
const attachShadow: Element['attachShadow'] = Reflect.get(Element.prototype, 'attachShadow');
Reflect.set(Element.prototype, 'attachShadow', function (this: Element, init: ShadowRootInit) {
  const root = Reflect.apply(attachShadow, this, [init]);
  watch(root);
  return root;
});

addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  note(`${violatedDirective}: ${blockedURI}`),
);

/** Whether an injected script has run. */
export const isPwned = (): boolean => 'pwned' in window && !(window.pwned instanceof Element);

const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

const isScroller = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight + 4 &&
  element.clientHeight > 0 &&
  /auto|scroll/u.test(getComputedStyle(element).overflowY);

/** Scrolls elements, or the whole page, to the end view by view, so that every row is rendered once. */
export const readAll = async (selector = '*'): Promise<void> => {
  for (const element of document.querySelectorAll(selector)) {
    if (!isScroller(element)) continue;
    for (let top = 0; top < element.scrollHeight;) {
      // A list keeps its place when rows come, unless it is the reader who scrolls.
      element.dispatchEvent(new WheelEvent('wheel'));
      element.scrollTop = top;
      await frame();
      // Lists render in the frame in which they are scrolled, others in the next one.
      if (!element.matches('.virtual-list')) await frame();
      // Rows that grow when they are rendered move the end; where nothing moves, the next view comes all the same.
      const reached = Math.min(top, element.scrollTop) + element.clientHeight;
      top = reached > top ? reached : top + element.clientHeight;
    }
  }
};

/** Clicks elements one after another, so that what each opens is rendered. */
export const clickAll = async (selector: string): Promise<void> => {
  const { length } = document.querySelectorAll(selector);
  for (let index = 0; index < length; index += 1) {
    document.querySelectorAll<HTMLElement>(selector)[index]?.click();
    await frame();
  }
};
