import { languageOf } from '../../shared/file-language.ts';
import { reviewerPieces, type FeedbackParts } from '../../shared/feedback/feedback.ts';
import { fence, oneLine, pathSpan } from '../../shared/feedback/quotation.ts';
import { splitFrontMatter } from '../../shared/front-matter.ts';
import { isMarkdown } from '../../shared/node/documents-in.ts';

/** A text of the note, with the name of its file; empty if it has none. */
export interface NoteSource {
  readonly name: string;
  readonly text: string;
}

interface Note {
  /** In the front matter, in this order. */
  readonly facts: Readonly<Record<string, string>>;
  readonly sources: readonly NoteSource[];
  /** What the reviewer wrote, if that is part of the note. */
  readonly comments?: FeedbackParts;
}

/** A plan or document as a note: markdown with front matter. */
export const noteText = ({ facts, sources, comments }: Note): string => {
  const texts = sources.map((source) =>
    sources.length === 1 ? textOf(source) : `# ${pathSpan(source.name)}\n\n${textOf(source)}`,
  );
  const written = comments === undefined ? '' : [...reviewerPieces(comments)].join('');
  return [
    frontMatterOf(facts),
    ...texts,
    ...(written === '' ? [] : [`---\n\n# Comments${written}`]),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
};

/** Strings of JSON are YAML, too; a library for that would stay in the worker's memory. */
const frontMatterOf = (facts: Note['facts']): string =>
  [
    '---',
    ...Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(oneLine(value))}`),
    '---',
  ].join('\n');

/** Markdown as it is, but its own front matter as code; everything else as code. */
const textOf = ({ name, text }: NoteSource): string => {
  if (isCode(name, text)) return fence(text, infoOf(name));
  const { frontMatter, rest } = splitFrontMatter(text);
  if (frontMatter === undefined) return text.replace(/\n$/u, '');
  return [fence(frontMatter, 'yaml'), withoutBlankLines(rest)].join('\n\n').replace(/\n$/u, '');
};

/** A text without a name is markdown, unless it was fetched as HTML. */
const isCode = (name: string, text: string): boolean =>
  name === '' ? /^\s*<(?:!doctype|html)\b/iu.test(text.slice(0, 1000)) : !isMarkdown(name);

const infoOf = (name: string): string => {
  const language = name === '' ? 'html' : languageOf(name);
  return language === 'text' ? '' : language;
};

/** Without the blank lines at the start. */
const withoutBlankLines = (text: string): string => {
  let at = 0;
  while (text[at] === '\n') at += 1;
  return text.slice(at);
};
