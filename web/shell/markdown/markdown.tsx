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

/** Characters that may start inline markup. */
const signs = /[*_`~\\&[<]/u;

/** Renders untrusted inline markdown: emphasis and code only. */
export const MarkdownLine = ({ text }: MarkdownProps) =>
  signs.test(text) ? <LazyLine text={text} /> : text;
