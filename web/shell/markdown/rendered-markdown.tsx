import { useMemo } from 'react';
import { renderLine, renderText } from './render-markdown.ts';

export interface RenderedProps {
  readonly text: string;
}

/** A text of others, rendered. */
export const RenderedText = ({ text }: RenderedProps) => {
  const html = useMemo(() => ({ __html: renderText(text) }), [text]);
  return <div className="note-text" dir="auto" dangerouslySetInnerHTML={html} />;
};

/** A line of others, rendered. */
export const RenderedLine = ({ text }: RenderedProps) => {
  const html = useMemo(() => ({ __html: renderLine(text) }), [text]);
  return <span className="note-line" dangerouslySetInnerHTML={html} />;
};
