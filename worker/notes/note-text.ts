import { reviewerPieces, type FeedbackParts } from '../../shared/feedback/feedback.ts';
import { fence, oneLine, pathSpan } from '../../shared/feedback/quotation.ts';
import { splitFrontMatter } from '../../shared/front-matter.ts';
import {
  isMarkdownText,
  textAsMarkdown,
  type NamedSource,
} from '../../shared/node/text-as-markdown.ts';

interface Note {
  /** In the front matter, in this order. */
  readonly facts: Readonly<Record<string, string>>;
  readonly sources: readonly NamedSource[];
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
const textOf = (source: NamedSource): string => {
  if (!isMarkdownText(source)) return textAsMarkdown(source);
  const { text } = source;
  const { frontMatter, rest } = splitFrontMatter(text);
  if (frontMatter === undefined) return text.replace(/\n$/u, '');
  return [fence(frontMatter, 'yaml'), withoutBlankLines(rest)].join('\n\n').replace(/\n$/u, '');
};

/** Without the blank lines at the start. */
const withoutBlankLines = (text: string): string => {
  let at = 0;
  while (text[at] === '\n') at += 1;
  return text.slice(at);
};
