import { writeFile } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { saveContents, type FileContent } from '../../../shared/node/file-contents.ts';
import type { Block, RenderedDocument } from '../../../shared/placement/blocks.ts';
import { codeBlocks } from '../document/code-blocks.ts';
import type { DocumentBlock } from '../document/document-block.ts';
import { formatOf, languageOfFile } from '../document/document-format.ts';
import { escapeHtml } from '../document/html-text.ts';
import { markdownBlocks, titleOf } from '../document/markdown-blocks.ts';
import { readTextFile } from '../document/text-file.ts';
import type { TaskContext } from '../task-context.ts';
import { withTaskOutput } from '../task-output.ts';
import type {
  DocumentSource,
  RenderDocumentRequest,
  RenderDocumentResult,
} from '../task-requests.ts';

const defaultMaxBytes = 20 * 1024 * 1024;

/**
 * Renders texts into blocks.
 * @throws GalleyError `file_not_found`, `not_a_text`, `content_too_large`, `content_empty` or `storage_failed`
 */
export const renderDocument = async (
  { sources, output, contents, maxBytes = defaultMaxBytes }: RenderDocumentRequest,
  { signal }: TaskContext,
): Promise<RenderDocumentResult> => {
  const blocks: Block[] = [];
  const read = new Map<string, FileContent>();
  let remainingBytes = maxBytes;
  let title: string | undefined;
  for (const source of sources) {
    signal.throwIfAborted();
    const { found, bytes, content } = await renderSource(source, remainingBytes);
    remainingBytes -= bytes;
    read.set(source.path, content);
    title ??= titleOf(found);
    const { name } = source;
    const isOneOfMany = sources.length > 1 && name !== undefined;
    for (const block of isOneOfMany ? [nameBlock(name), ...found] : found)
      blocks.push({ id: `b${blocks.length}`, ...block, ...(isOneOfMany ? { file: name } : {}) });
  }
  if (remainingBytes === maxBytes || blocks.every(({ text }) => text.trim() === ''))
    throw new GalleyError(
      'content_empty',
      'There is nothing to review: the text is empty. Write it first, then open the review again.',
    );
  const document: RenderedDocument = { ...(title === undefined ? {} : { title }), blocks };
  await withTaskOutput(output, async ({ draftOf, publish }) => {
    await writeFile(draftOf(output), JSON.stringify(document), { mode: 0o600 });
    if (contents !== undefined) await saveContents(contents, read);
    await publish(output);
  });
  return { ...(title === undefined ? {} : { title }), blocks: blocks.length };
};

const renderSource = async (
  source: DocumentSource,
  maxBytes: number,
): Promise<{ found: DocumentBlock[]; bytes: number; content: FileContent }> => {
  const name = source.name ?? 'The text';
  const { text, bytes, content } = await readTextFile(source.path, { name, maxBytes });
  if (text.trim() === '') return { found: [], bytes: 0, content };
  return { found: await blocksOf(text, source), bytes, content };
};

const blocksOf = async (text: string, source: DocumentSource): Promise<DocumentBlock[]> => {
  switch (await formatOf(source)) {
    case 'markdown':
      return markdownBlocks(text);
    case 'html': {
      const { htmlToMarkdown } = await import('../document/html-to-markdown.ts');
      return markdownBlocks(htmlToMarkdown(text));
    }
    case 'text':
      return codeBlocks({ text, firstLine: 1, language: languageOfFile(source.name ?? '') });
  }
};

/** The heading above the blocks of a file, where there are several files. */
const nameBlock = (name: string): DocumentBlock => ({
  kind: 'heading',
  level: 1,
  startLine: 1,
  endLine: 1,
  html: `<h1 class="file">${escapeHtml(oneLine(name))}</h1>`,
  text: oneLine(name),
  marks: [],
});

/** A file's name may hold line breaks and worse. */
const oneLine = (name: string): string => name.replaceAll(/\p{Cc}/gu, '\uFFFD');
