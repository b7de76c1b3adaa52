import type { FileContent } from '../../../shared/node/file-contents.ts';
import type { DocumentSource } from '../document-requests.ts';
import { renderedText, type RenderedText } from './rendered-text.ts';
import { readTextFile } from './text-file.ts';

interface RenderedFile extends RenderedText {
  readonly text: string;
  /** 0 if there is nothing but space. */
  readonly bytes: number;
  readonly content: FileContent;
}

/**
 * The blocks of one file, and what its frame shows if it is HTML.
 * @throws GalleyError `file_not_found`, `not_a_text` or `content_too_large`
 */
export const renderFile = async (
  source: DocumentSource,
  maxBytes: number,
): Promise<RenderedFile> => {
  const { path, name = 'The text', within } = source;
  const { text, bytes, content } = await readTextFile(path, { name, maxBytes, within });
  if (text.trim() === '') return { found: [], text, bytes: 0, content };
  return { ...(await renderedText(text, source)), text, bytes, content };
};
