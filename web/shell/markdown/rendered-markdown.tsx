import { useMemo } from 'react';
import { renderLine, renderText } from './render-markdown.ts';

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
