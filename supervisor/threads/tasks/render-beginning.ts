import { writeFile } from 'node:fs/promises';
import type { Block, RenderedDocument } from '../../../shared/placement/blocks.ts';
import { markdownBeginning } from '../document/markdown-beginning.ts';
import { formatOf, readTextFile } from '../document/text-file.ts';
import { withTaskOutput } from '../task-context.ts';
import type { RenderBeginningRequest, RenderBeginningResult } from '../document-requests.ts';

/**
 * Renders the first blocks of a long markdown text, which can be read while the rest is rendered.
 * @throws GalleyError `file_not_found`, `not_a_text`, `content_too_large` or `storage_failed`
 */
export const renderBeginning = async ({
  source,
  output,
  maxBytes,
}: RenderBeginningRequest): Promise<RenderBeginningResult> => {
  if ((await formatOf(source)) !== 'markdown') return { hasBeginning: false };
  const { path, name = 'The text', within } = source;
  const { text } = await readTextFile(path, { name, maxBytes, within });
  const blocks = markdownBeginning(text).map((block, index): Block => ({
    id: `b${index}`,
    ...block,
  }));
  if (blocks.length === 0) return { hasBeginning: false };
  const document: RenderedDocument = { blocks };
  await withTaskOutput(output, async ({ draftOf, publish }) => {
    await writeFile(draftOf(output), JSON.stringify(document), { mode: 0o600 });
    await publish(output);
  });
  return { hasBeginning: true };
};
