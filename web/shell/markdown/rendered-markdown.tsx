import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { useMemo } from 'react';
import { spellProse } from '../../../shared/visible-prose.ts';
import { openInNewTab } from '../open-in-new-tab.ts';

/** The subset of CommonMark for findings and comments. Raw HTML, images, tables and reference definitions stay text. */
const enabled = (
  'blockquote fence heading list ' +
  'autolink backticks emphasis entity escape link newline strikethrough'
).split(' ');

const parser = new MarkdownIt('zero', { breaks: true }).enable(enabled);
parser.validateLink = (url) => isWeb(url);
// Render headings as bold text.
parser.renderer.rules['heading_open'] = () => '<p><strong>';
parser.renderer.rules['heading_close'] = () => '</strong></p>\n';

const isWeb = (url: string): boolean => /^https?:/iu.test(url);

/** More than any row shows. */
const maxLineLength = 1000;

const purifier = DOMPurify(window);

const common = { ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false };
const textOptions = {
  ...common,
  ALLOWED_TAGS: 'a blockquote br code em li ol p pre s strong ul'.split(' '),
  ALLOWED_ATTR: ['href', 'start'],
};
/** No links, since lines are used inside buttons and links. */
const lineOptions = { ...common, ALLOWED_TAGS: 'code em s strong'.split(' '), ALLOWED_ATTR: [] };

purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName !== 'A') return;
  const target = element.getAttribute('href') ?? '';
  if (isWeb(target)) openInNewTab(element, target);
  else element.removeAttribute('href');
});

/** Sanitized HTML of a text. Invisible characters are spelled out, those of entities, too. */
export const renderText = (text: string): string =>
  spellProse(purifier.sanitize(parser.render(text), textOptions));

/** Sanitized HTML of a line: emphasis and code only. */
export const renderLine = (line: string): string =>
  spellProse(purifier.sanitize(parser.renderInline(line.slice(0, maxLineLength)), lineOptions));

export interface RenderedProps {
  readonly text: string;
}

export const RenderedText = ({ text }: RenderedProps) => {
  const html = useMemo(() => ({ __html: renderText(text) }), [text]);
  return <div className="note-text" dir="auto" dangerouslySetInnerHTML={html} />;
};

export const RenderedLine = ({ text }: RenderedProps) => {
  const html = useMemo(() => ({ __html: renderLine(text) }), [text]);
  return <span className="note-line" dangerouslySetInnerHTML={html} />;
};
