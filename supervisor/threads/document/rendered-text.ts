import { dirname, isAbsolute } from 'node:path';
import type { FrameDocument } from '../../../shared/frame/frame-tree.ts';
import type { DocumentSource } from '../document-requests.ts';
import type { AccountedBlock } from './block-writer.ts';
import { documentBlocks } from './document-blocks.ts';
import { showingHidden } from './hidden-characters.ts';
import { formatOf } from './text-file.ts';

export interface RenderedText {
  readonly found: readonly AccountedBlock[];
  /** Of HTML that can be shown as it is. */
  readonly frame?: FrameDocument;
}

/** The blocks of a text, with `\n` line endings, and what its frame shows if it is HTML. */
export const renderedText = async (text: string, source: DocumentSource): Promise<RenderedText> => {
  const format = await formatOf(source);
  if (format === 'html') {
    // Its parser is loaded for HTML alone.
    const { htmlParts } = await import('./html/html-parts.ts');
    const { name } = source;
    const parts = htmlParts(text, {
      isFromElsewhere: name === undefined,
      folder: name === undefined || isAbsolute(name) ? '.' : dirname(name),
    });
    if (parts !== undefined) return { ...parts, found: showingHidden(parts.found) };
  }
  return { found: showingHidden(documentBlocks(text, format, source.name ?? 'The text')) };
};
