import { lazyPart } from '../lazy-part.tsx';
import './markdown.css';

interface MarkdownProps {
  readonly text: string;
}

const NotLoaded = () => null;

/** Renders untrusted markdown after first paint; plain text until then. */
export const MarkdownText = lazyPart(
  () => import('./rendered-markdown.tsx'),
  ({ RenderedText }) => RenderedText,
  {
    isUnasked: true,
    NotLoaded,
    Fallback: ({ text }: MarkdownProps) => (
      <p className="note-text note-plain" dir="auto">
        {text}
      </p>
    ),
  },
);

const LazyLine = lazyPart(
  () => import('./rendered-markdown.tsx'),
  ({ RenderedLine }) => RenderedLine,
  { isUnasked: true, NotLoaded, Fallback: ({ text }: MarkdownProps) => text },
);

/** Characters that may start inline markup, or be invisible. */
const signs = /[*_`~\\&[<]|[^ -~]/u;

/** Renders untrusted inline markdown: emphasis and code only. */
export const MarkdownLine = ({ text }: MarkdownProps) =>
  signs.test(text) ? <LazyLine text={text} /> : text;

/** Enough for any row. */
const maxLineLength = 300;
/** How much of the text to search, since it may start with empty lines. */
const lookedAt = 4000;

const fence = /^\s*(?:`{3}|~{3})/u;
const blockSigns = /^\s*(?:(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+)*/u;

/** The first line with text, without markers of headings, lists or quotes. */
export const firstLine = (text: string): string => {
  for (const line of text.slice(0, lookedAt).split('\n')) {
    if (fence.test(line)) continue;
    const words = line.replace(blockSigns, '').trim();
    if (words !== '') return words.slice(0, maxLineLength);
  }
  return '';
};
