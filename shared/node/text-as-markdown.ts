import { fence } from '../feedback/quotation.ts';
import { languageOf } from '../file-language.ts';
import { isMarkdown } from './documents-in.ts';

/** A text with the name of its file; empty if it has none. */
export interface NamedSource {
  readonly name: string;
  readonly text: string;
}

/** A text as markdown: as it is if it is that, else as a block of code. */
export const textAsMarkdown = (source: NamedSource): string =>
  isMarkdownText(source) ? source.text : fence(source.text, infoOf(source.name));

/** A text without a name is markdown, unless it was fetched as HTML. */
export const isMarkdownText = ({ name, text }: NamedSource): boolean =>
  name === '' ? !/^\s*<(?:!doctype|html)\b/iu.test(text.slice(0, 1000)) : isMarkdown(name);

const infoOf = (name: string): string => {
  const language = name === '' ? 'html' : languageOf(name);
  return language === 'text' ? '' : language;
};
