import DOMPurify from 'dompurify';
import { openInNewTab } from '../../../shell/open-in-new-tab.ts';
import { texts } from '../../../shell/texts/texts.ts';

const purifier = DOMPurify(window);

/** What a reviewed text may bring: text and its shape. Nothing that loads, runs, navigates or imitates the page. */
const options = {
  ALLOWED_TAGS: (
    'a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img ' +
    'input ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub summary sup table tbody td tfoot ' +
    'th thead tr tt u ul var'
  ).split(' '),
  ALLOWED_ATTR: (
    'align alt checked class colspan data-info dir disabled height href lang open reversed rowspan scope src start title type ' +
    'value width'
  ).split(' '),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Only what markdown itself makes; any other class could borrow the looks of the page. */
const allowedClass =
  /^(?:language-[\w+#.-]{1,40}|task-list-item|contains-task-list|footnote[\w-]*|markdown-alert[\w-]*|front-matter|image|link-title|definition)$/u;

purifier.addHook('afterSanitizeAttributes', (element) => {
  const names = [...element.classList].filter((name) => allowedClass.test(name));
  directText(element);
  if (names.length === 0) element.removeAttribute('class');
  else element.setAttribute('class', names.join(' '));
  if (element.nodeName === 'A') guardLink(element);
  else if (element.nodeName === 'IMG') guardImage(element);
  else if (element.nodeName === 'INPUT') guardInput(element);
});

/** Text goes the way of its own first letter, whatever stands around it; code goes from left to right. */
const directText = (element: Element): void => {
  if (element.hasAttribute('dir')) return;
  if (/^(?:P|H[1-6]|LI|T[DH]|D[DT])$/u.test(element.nodeName)) element.setAttribute('dir', 'auto');
  else if (element.nodeName === 'PRE') element.setAttribute('dir', 'ltr');
};

/** Links lead out of the page, into a tab that knows nothing of it; those to files have no target here. */
const guardLink = (link: Element): void => {
  const target = link.getAttribute('href');
  // It has no text, which would be the document's own.
  if (link.classList.contains('footnote-backref'))
    link.setAttribute('aria-label', texts().document.footnoteBack);
  if (target === null || target.startsWith('#')) return;
  if (/^(?:https?:|mailto:)/iu.test(target)) {
    openInNewTab(link, target);
    return;
  }
  link.removeAttribute('href');
  link.setAttribute('title', target);
};

/** The page loads nothing from elsewhere: opening a review must not tell anybody. The description stays. */
const guardImage = (image: Element): void => {
  const source = image.getAttribute('src') ?? '';
  if (/^data:image\/(?:png|jpeg|gif|webp|avif);/iu.test(source)) return;
  image.removeAttribute('src');
  image.setAttribute('class', 'absent-image');
  image.setAttribute('title', texts().document.notLoaded(source));
  if ((image.getAttribute('alt') ?? '') === '') image.setAttribute('alt', texts().document.image);
};

/** Of inputs, only the check box of a task list, which says something and does nothing. */
const guardInput = (input: Element): void => {
  if (input.getAttribute('type') !== 'checkbox') {
    input.remove();
    return;
  }
  input.setAttribute('disabled', '');
  const { done, notDone } = texts().document;
  input.setAttribute('aria-label', input.hasAttribute('checked') ? done : notDone);
};

/** HTML of a reviewed text that is safe to insert. */
export const sanitize = (html: string): string => purifier.sanitize(html, options);
