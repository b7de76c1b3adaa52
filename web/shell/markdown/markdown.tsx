import { lazyPart } from '../lazy-part.tsx';
import './markdown.css';

interface MarkdownProps {
  readonly text: string;
}

const NotLoaded = () => null;

/** A text of others as markdown, behind the first paint; plain until then. */
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

/** What could be more than plain text. */
const signs = /[*_`~\\&[<]/u;

/** A line of others with its emphasis and code, and nothing else of markdown. */
export const MarkdownLine = ({ text }: MarkdownProps) =>
  signs.test(text) ? <LazyLine text={text} /> : text;
