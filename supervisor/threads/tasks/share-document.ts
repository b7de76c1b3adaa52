import { createHash } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GalleyError } from '../../../shared/errors.ts';
import { isHtmlFile } from '../../../shared/frame/html-file.ts';
import { readSourceTexts } from '../../../shared/node/document-source.ts';
import { documentSourcePath } from '../../../shared/node/paths.ts';
import {
  isMarkdownText,
  textAsMarkdown,
  type NamedSource,
} from '../../../shared/node/text-as-markdown.ts';
import { maxSharedBytes } from '../../../shared/limits.ts';
import { followingRanges } from '../../../shared/placement/passage-ranges.ts';
import { renderedDocumentSchema, type Block } from '../../../shared/placement/blocks.ts';
import { shareRequestSchema, type ShareRequest } from '../../../shared/sharing/share-request.ts';
import {
  embeddedJson,
  sharedPageHead,
  sharedPageTail,
  type SharedPageParts,
} from '../../../shared/sharing/shared-page.ts';
import {
  sharedFormat,
  type SharedPlace,
  type SharedReview,
} from '../../../shared/sharing/shared-review.ts';
import { sharedImages } from '../document/shared-images.ts';
import { withTaskOutput } from '../task-context.ts';
import type { ShareDocumentRequest, ShareDocumentResult } from '../document-requests.ts';

/**
 * Writes a file that shows a document with its comments and findings, without anything else.
 * @throws GalleyError `content_too_large` or `storage_failed`
 */
export const shareDocument = (request: ShareDocumentRequest): Promise<ShareDocumentResult> =>
  withTaskOutput(request.output, async ({ draftOf, publish }) => {
    const wanted = shareRequestSchema.parse(JSON.parse(await readFile(request.request, 'utf8')));
    const parts = await pageParts(wanted);
    const review = await sharedReview(wanted);
    const html = sharedPageHead(parts) + embeddedJson(review) + sharedPageTail(parts);
    const bytes = Buffer.byteLength(html);
    if (bytes > maxSharedBytes) throw tooLarge();
    await writeFile(draftOf(request.output), html, { mode: 0o600 });
    await publish(request.output);
    return { bytes };
  });

const pageParts = async ({ page, title }: ShareRequest): Promise<SharedPageParts> => {
  const [style, script] = await Promise.all(
    ['shared-file.css', 'shared-file.js'].map((name) => readFile(join(page, name), 'utf8')),
  );
  if (style === undefined || script === undefined) throw new Error('The build is incomplete.');
  return { title, style, script, styleHash: hashOf(style), scriptHash: hashOf(script) };
};

/** As a content security policy has it. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

const sharedReview = async (wanted: ShareRequest): Promise<SharedReview> => {
  const { session, mode, title, project, sharedAt, file, comments, findings, colleagues } = wanted;
  const { blocks } = renderedDocumentSchema.parse(
    JSON.parse(await readFile(wanted.document, 'utf8')),
  );
  const placeOf = placesIn(blocks);
  const texts = await readSources(documentSourcePath(wanted.document));
  return {
    format: sharedFormat,
    session,
    mode,
    title,
    project,
    sharedAt,
    ...(file === undefined ? {} : { file }),
    source: await sourceOf(texts, file),
    blocks: blocks.map(({ kind, level, startLine, html, file: of }) => ({
      kind,
      ...(level === undefined ? {} : { level }),
      startLine,
      html,
      ...(of === undefined ? {} : { file: of }),
    })),
    images: await imagesOf(blocks, wanted, texts),
    comments: comments.map((one) => ({
      ...wordsOf(one),
      ...placeOf(one, one.foundText ?? one.originalText),
    })),
    findings: findings.map((one) => ({ ...factsOf(one), ...placeOf(one, one.originalText) })),
    colleagues: colleagues.map(({ comment, ...place }) => ({
      ...comment,
      ...placeOf(place, 'quote' in comment ? comment.quote?.text : undefined),
    })),
  };
};

const imagesOf = (
  blocks: readonly Block[],
  { images, file }: ShareRequest,
  [first]: readonly NamedSource[],
): Promise<Record<string, string>> | Record<string, string> =>
  images === undefined
    ? {}
    : sharedImages(blocks, {
        folder: images.folder,
        from: images.from ?? file ?? first?.name ?? '',
      });

const wordsOf = ({ id, kind, type, text, ...comment }: ShareRequest['comments'][number]) => ({
  id,
  kind,
  type,
  text,
  ...given(comment, ['originalText', 'suggestedText']),
});

const factsOf = ({ id, type, source, text, ...finding }: ShareRequest['findings'][number]) => ({
  id,
  type,
  source,
  text,
  ...given(finding, ['author', 'originalText', 'severity', 'rule', 'url']),
});

/** The fields that are there. */
const given = <Of extends object, Key extends keyof Of>(
  from: Of,
  keys: readonly Key[],
): Pick<Of, Key> => {
  const found: Partial<Pick<Of, Key>> = {};
  for (const key of keys) if (from[key] !== undefined) found[key] = from[key];
  return found as Pick<Of, Key>;
};

interface InBlock {
  readonly blockId?: string;
  readonly startOffset?: number;
  readonly endOffset?: number;
}

/** Where a comment or finding is in these blocks, with all that it quotes; nothing if it has no place. */
const placesIn = (blocks: readonly Block[]) => {
  const indexes = new Map(blocks.map(({ id }, index) => [id, index]));
  return (
    { blockId, startOffset: start, endOffset: end }: InBlock,
    quote: string | undefined,
  ): { place?: SharedPlace } => {
    const block = blockId === undefined ? undefined : indexes.get(blockId);
    if (block === undefined || start === undefined || end === undefined) return {};
    const there = blocks[block]?.text.slice(start, end) ?? '';
    const more = quote?.startsWith(there) === true ? quote.slice(there.length) : '';
    const { ranges } = followingRanges(blocks, block + 1, more);
    if (ranges.length === 0) return { place: { block, start, end } };
    const places = ranges.map((range) => ({ ...range, block: indexes.get(range.block.id) ?? 0 }));
    return { place: { block, start, end, more: places } };
  };
};

/** The text, to open it again; several under their names. */
const sourceOf = async (
  texts: readonly NamedSource[],
  file: string | undefined,
): Promise<string> => {
  const meant = texts.filter(({ name }) => file === undefined || name === file);
  const written = await Promise.all(meant.map(asMarkdown));
  if (written.length === 1) return written[0] ?? '';
  return meant.map(({ name }, index) => `# ${name}\n\n${written[index]}`).join('\n\n');
};

const asMarkdown = async (source: NamedSource): Promise<string> => {
  const { name, text } = source;
  // What was fetched has no name.
  const isHtml = isHtmlFile(name) || (name === '' && !isMarkdownText(source));
  if (!isHtml) return textAsMarkdown(source);
  const { htmlToMarkdown } = await import('../document/html-to-markdown.ts');
  return htmlToMarkdown(text);
};

const readSources = async (path: string): Promise<NamedSource[]> => {
  const file = await open(path);
  try {
    return await readSourceTexts(file);
  } finally {
    await file.close();
  }
};

const tooLarge = (): GalleyError =>
  new GalleyError(
    'content_too_large',
    `The file would be larger than ${maxSharedBytes / 1024 / 1024} MiB. Share a smaller document.`,
  );
