import type { Token, Env, MarkdownIt } from 'markdown-it';
import { escapeHtml } from './html-text.ts';
import { breaksInCode, placeOf } from './inline-places.ts';
import { decodeEntities } from './html-tags.ts';
import { linkAttributes, linkTail, type LinkTail } from './links.ts';
import { piecesOf } from './match-tags.ts';
import type { BlockWriter } from './block-writer.ts';

export interface Rendering {
  readonly markdown: MarkdownIt;
  readonly env: Env;
  /** Source lines. */
  readonly lines: readonly string[];
  readonly writer: BlockWriter;
}

/** Renders one token by the rule of its type. */
const renderToken = (
  { markdown, env }: Rendering,
  tokens: readonly Token[],
  index: number,
): string => {
  const { renderer, options } = markdown;
  const rule = renderer.rules[tokens[index]?.type ?? ''];
  const all = tokens as Token[];
  return rule === undefined
    ? renderer.renderToken(all, index, options)
    : rule(all, index, options, env, renderer);
};

interface OpenLink {
  readonly token: Token;
  hasText: boolean;
}

/** Writes the inline content of a paragraph, heading or cell, tracking lines. */
const writeInline = (rendering: Rendering, inline: Token): void => {
  const { writer } = rendering;
  const children = inline.children ?? [];
  const firstLine = (inline.map?.[0] ?? 0) + 1;
  let link: OpenLink | undefined;
  let isInHtmlLink = false;
  writer.mark(firstLine);
  for (const [at, token] of children.entries()) {
    const place = placeOf(token);
    if (place !== undefined) writer.mark(firstLine + place.line);
    if (token.type === 'link_open') {
      link = { token, hasText: false };
      writer.write(`<a${linkAttributes(String(token.attrGet('href') ?? ''))}>`);
    } else if (token.type === 'link_close' && link !== undefined) {
      endLink(rendering, link, { tail: tailOf(rendering, inline, place?.position) });
      link = undefined;
    } else if (token.type === 'image') {
      const position = place === undefined ? undefined : place.position + 2 + token.content.length;
      const tail = tailOf(rendering, inline, position);
      writeImage(rendering, token, { tail, isInsideLink: link !== undefined || isInHtmlLink });
      if (link !== undefined) link.hasText = true;
    } else if (token.type === 'html_inline') {
      const isShown = writeHtml(rendering, token, writer.line);
      isInHtmlLink = htmlLinkAfter(token, isInHtmlLink);
      if (isShown && link !== undefined) link.hasText = true;
    } else {
      if (token.type === 'footnote_ref') writer.beside(labelOf(token));
      if (token.type === 'task_marker') writer.beside(token.info);
      if (link !== undefined && isVisible(token.content)) link.hasText = true;
      // From `&#10;`: the source has no line break there.
      if (token.type === 'text') token.content = token.content.replaceAll('\n', ' ');
      writer.write(renderToken(rendering, children, at), breaksInCode(token, inline.content));
    }
  }
};

const labelOf = ({ meta }: Token): string => {
  const label: unknown = meta?.['label'];
  return typeof label === 'string' ? label : '';
};

const tailOf = (
  { markdown }: Rendering,
  { content }: Token,
  position: number | undefined,
): LinkTail | undefined =>
  position === undefined ? undefined : linkTail(markdown, content, position);

/** Anything but spaces, controls, and characters without a glyph. */
const isVisible = (text: string): boolean =>
  /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** Whether a link of HTML is open after a tag. */
const htmlLinkAfter = (token: Token, isOpen: boolean): boolean => {
  const [piece] = piecesOf(token) ?? [];
  if (piece?.isRendered !== true || piece.part.kind === 'text' || piece.part.kind === 'comment')
    return isOpen;
  return piece.part.name === 'a' ? piece.part.kind === 'start' : isOpen;
};

/**
 * Writes raw HTML: tags that are rendered, what is between them, and all other tags as text.
 * @returns whether it shows anything
 */
const writeHtml = ({ writer }: Rendering, token: Token, firstLine: number): boolean => {
  let isShown = false;
  for (const { part, tag, isRendered, line } of piecesOf(token) ?? []) {
    const at = firstLine + line;
    writer.mark(at);
    if (isRendered && part.kind !== 'text' && part.kind !== 'comment') {
      writer.beside(part.kind === 'start' ? (tag?.words ?? '') : `/${part.name}`, at);
      writer.write(part.kind === 'start' ? (tag?.html ?? '') : `</${part.name}>`);
      isShown ||= part.name === 'img';
      continue;
    }
    const text = part.kind === 'text' ? decodeEntities(part.source) : part.source;
    writer.write(escapeHtml(text));
    isShown ||= isVisible(text);
  }
  return isShown;
};

/** Raw HTML of which nothing is rendered is a paragraph. */
const writeHtmlBlock = (rendering: Rendering, token: Token): void => {
  const { writer } = rendering;
  const line = (token.map?.[0] ?? 0) + 1;
  if (piecesOf(token)?.some(({ isRendered }) => isRendered) === true) {
    writeHtml(rendering, token, line);
    return;
  }
  writer.mark(line);
  writer.write(`<p data-line="${line}">${escapeHtml(token.content.trimEnd())}</p>\n`);
};

interface LinkEnd {
  readonly tail: LinkTail | undefined;
}

const endLink = (rendering: Rendering, { token, hasText }: OpenLink, { tail }: LinkEnd): void => {
  const { writer } = rendering;
  // A link without text would be invisible.
  if (!hasText) writer.write(escapeHtml(String(token.attrGet('href') ?? '')));
  writer.write('</a>');
  writeTail(rendering, token, { tail });
};

/**
 * The destination is the link's tooltip; its title is shown after it. For a reference they are shown with its
 * definition.
 */
const writeTail = ({ writer }: Rendering, token: Token, { tail }: LinkEnd): void => {
  if (tail !== undefined) writer.beside(tail.destination, writer.line + tail.above);
  const title = token.meta?.['label'] === undefined ? String(token.attrGet('title') ?? '') : '';
  if (title === '') return;
  writer.mark(writer.line + (tail?.below ?? 0));
  writer.write(`<span class="link-title"> “${escapeHtml(title)}”</span>`);
};

/** The description stands in, as a link for images from elsewhere, unless within a link. The page may load others. */
const writeImage = (
  rendering: Rendering,
  token: Token,
  { tail, isInsideLink }: LinkEnd & { readonly isInsideLink: boolean },
): void => {
  const source = String(token.attrGet('src') ?? '');
  const label = escapeHtml(isVisible(token.content) ? token.content : source);
  const address = escapeHtml(source);
  const isLink = /^https?:/iu.test(source) && !isInsideLink;
  rendering.writer.write(
    isLink
      ? `<a class="image" href="${address}" target="_blank" rel="noopener noreferrer">${label}</a>`
      : `<span class="image" title="${address}">${label}</span>`,
  );
  writeTail(rendering, token, { tail });
};

/** Writes a block's tokens, tracking lines. */
export const writeTokens = (rendering: Rendering, tokens: readonly Token[]): void => {
  const { writer } = rendering;
  for (const [index, token] of tokens.entries()) {
    const line = (token.map?.[0] ?? 0) + 1;
    switch (token.type) {
      case 'inline':
        writeInline(rendering, token);
        break;
      case 'html_block':
        writeHtmlBlock(rendering, token);
        break;
      case 'reference_definition':
        writeDefinition(rendering, token);
        break;
      case 'fence':
        writer.beside(token.info, line);
        writer.mark(line + 1);
        writer.write(`${renderToken(rendering, tokens, index)}\n`);
        break;
      case 'code_block':
        writer.mark(line);
        writer.write(`${renderToken(rendering, tokens, index)}\n`);
        break;
      default:
        // The item's number.
        if (token.type === 'list_item_open') writer.beside(token.info, line);
        writer.write(renderToken(rendering, tokens, index));
    }
  }
};

/** Container markers that may precede a definition. */
const containerMarks = /^[ \t]*(?:(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|\[\^[^\]\s]+\]:)[ \t]*)*/u;

/** Writes a reference definition verbatim, so that its destination and title can be read. */
const writeDefinition = ({ writer, lines }: Rendering, token: Token): void => {
  const [start, end] = token.map ?? [0, 0];
  const [first = '', ...more] = lines.slice(start, end);
  const text = [
    first.replace(containerMarks, ''),
    ...more.map((line) => line.replace(/^[ \t>]+/u, '')),
  ].join('\n');
  writer.mark(start + 1);
  writer.write(`<p class="definition" data-line="${start + 1}">${escapeHtml(text)}</p>\n`);
};
