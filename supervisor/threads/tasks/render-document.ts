import { rm, writeFile } from 'node:fs/promises';
import type { FrameDocument } from '../../../shared/frame/frame-tree.ts';
import { GalleyError } from '../../../shared/errors.ts';
import { documentSource, type NamedText } from '../../../shared/node/document-source.ts';
import { saveContents, type FileContent } from '../../../shared/node/file-contents.ts';
import { documentSourcePath, framePath } from '../../../shared/node/paths.ts';
import type { Block, RenderedDocument } from '../../../shared/placement/blocks.ts';
import { showPath } from '../../../shared/visible-text.ts';
import type { AccountedBlock } from '../document/block-writer.ts';
import { escapeHtml } from '../document/html-text.ts';
import { titleOf } from '../document/markdown-blocks.ts';
import { keepVersions, type PresentedText } from '../history/keep-versions.ts';
import { renderFile } from '../document/render-file.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { RenderDocumentRequest, RenderDocumentResult } from '../document-requests.ts';
import { maxContentBytes, maxTitleLength } from '../../../shared/limits.ts';

/**
 * Renders texts into blocks.
 * @throws GalleyError `file_not_found`, `not_a_text`, `content_too_large`, `content_empty` or `storage_failed`
 */
export const renderDocument = async (
  { sources, output, contents, maxBytes = maxContentBytes, version }: RenderDocumentRequest,
  { signal }: TaskContext,
): Promise<RenderDocumentResult> => {
  const blocks: Block[] = [];
  const read = new Map<string, FileContent>();
  const texts: NamedText[] = [];
  const presented: PresentedText[] = [];
  let remainingBytes = maxBytes;
  let title: string | undefined;
  let frame: FrameDocument | undefined;
  for (const source of sources) {
    signal.throwIfAborted();
    const { found, text, bytes, content, frame: whole } = await renderFile(source, remainingBytes);
    if (sources.length === 1) frame = whole;
    remainingBytes -= bytes;
    read.set(source.path, content);
    const ownTitle = frame?.title.slice(0, maxTitleLength) || titleOf(found);
    title ??= ownTitle;
    const { name, path } = source;
    texts.push({ name: name ?? '', text, hash: content[1] });
    const isOneOfMany = sources.length > 1 && name !== undefined;
    const one = { title: ownTitle, text };
    presented.push(isOneOfMany ? { ...one, document: { name, path } } : one);
    for (const block of isOneOfMany ? [nameBlock(name), ...found] : found)
      blocks.push({ id: `b${blocks.length}`, ...block, ...(isOneOfMany ? { file: name } : {}) });
  }
  if (remainingBytes === maxBytes || blocks.every(({ text }) => text.trim() === ''))
    throw new GalleyError(
      'content_empty',
      'There is nothing to review: the text is empty. Write it first, then open the review again.',
    );
  const document: RenderedDocument = { ...(title === undefined ? {} : { title }), blocks };
  const sourceFile = documentSourcePath(output);
  await withTaskOutput(output, async ({ draftOf, publish }) => {
    await writeFile(draftOf(output), JSON.stringify(document), { mode: 0o600 });
    await writeFile(draftOf(sourceFile), documentSource(texts), { mode: 0o600 });
    const frameFile = framePath(output);
    // Before its blocks: a page that has those may ask for it.
    if (frame === undefined) await rm(frameFile, { force: true });
    else {
      await writeFile(draftOf(frameFile), JSON.stringify(frame), { mode: 0o600 });
      await publish(frameFile);
    }
    if (contents !== undefined) await saveContents(contents, read);
    await publish(sourceFile, output);
  });
  const versionError =
    version === undefined
      ? undefined
      : await keepVersions(version, { rendered: output }, presented).then(
          () => undefined,
          messageOf,
        );
  return {
    ...(title === undefined ? {} : { title }),
    blocks: blocks.length,
    ...(versionError === undefined ? {} : { versionError }),
  };
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The heading above each file's blocks, if there are several files. */
const nameBlock = (name: string): AccountedBlock => ({
  kind: 'heading',
  level: 1,
  startLine: 1,
  endLine: 1,
  html: `<h1 class="file">${escapeHtml(showPath(name))}</h1>`,
  text: showPath(name),
  marks: [],
});
