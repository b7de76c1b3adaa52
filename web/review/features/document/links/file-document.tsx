import { useLayoutEffect, useMemo, useRef, type MouseEvent } from 'react';
import type { Block } from '../../../../../shared/placement/blocks.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import { linksTexts } from '../../../../shell/texts/links-texts.ts';
import type { FilePlace } from '../../../ui/page.ts';
import { blockWithAnchor } from '../html/block-html.ts';
import { sanitize } from '../html/sanitize.ts';
import { useFenceColours } from '../html/use-fence-colours.ts';
import { placeOfLink } from './link-place.ts';
import { Links } from './links.tsx';

interface FileDocumentProps {
  readonly place: FilePlace;
  readonly blocks: readonly Block[];
  readonly open: (place: FilePlace) => void;
}

/** A rendered document, whose links can be followed, at the lines or the section that is meant. */
export const FileDocument = ({ place, blocks, open }: FileDocumentProps) => {
  const root = useRef<HTMLDivElement>(null);
  const meant = useMemo(() => meantBlocks(blocks, place), [blocks, place]);
  useLayoutEffect(() => {
    const view = root.current;
    const [first] = meant;
    view?.scrollTo(0, 0);
    if (first !== undefined) scrollToBlock(view, first);
    view?.focus({ preventScroll: true });
  }, [meant]);
  const follow = (event: MouseEvent) => {
    const { target } = event;
    const link =
      target instanceof Element ? target.closest<HTMLElement>('a[href^="#"]') : undefined;
    if (!link) return;
    event.preventDefault();
    const to = placeOfLink(link);
    if (to !== undefined) open(to);
    else {
      const block = blockWithAnchor(blocks, link.getAttribute('href')?.slice(1) ?? '');
      if (block !== undefined) scrollToBlock(root.current, block.id);
    }
  };
  return (
    <>
      {/* Links are keyboard-accessible themselves. */}
      {/* oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions */}
      <div
        ref={root}
        className="file-document"
        role="group"
        aria-label={linksTexts().file(showPath(place.filePath))}
        // oxlint-disable-next-line no-noninteractive-tabindex
        tabIndex={0}
        onClick={follow}
      >
        {blocks.map((block) => (
          <FileBlock key={block.id} block={block} isMeant={meant.has(block.id)} />
        ))}
      </div>
      <Links root={root} blocks={blocks} file={place.filePath} />
    </>
  );
};

interface FileBlockProps {
  readonly block: Block;
  readonly isMeant: boolean;
}

const FileBlock = ({ block, isMeant }: FileBlockProps) => {
  const element = useRef<HTMLDivElement>(null);
  const html = useMemo(() => ({ __html: sanitize(block.html) }), [block.html]);
  useFenceColours(element, html);
  return (
    <div className="block" data-kind={block.kind} data-is-meant={isMeant}>
      <div
        ref={element}
        className="markdown"
        data-file-block={block.id}
        dangerouslySetInnerHTML={html}
      />
    </div>
  );
};

/** The blocks with the lines that are meant, or the heading of the section. */
const meantBlocks = (
  blocks: readonly Block[],
  { lineStart, lineEnd = lineStart, section = '' }: FilePlace,
): ReadonlySet<string> => {
  const heading = lineStart === undefined ? blockWithAnchor(blocks, section) : undefined;
  if (heading !== undefined) return new Set([heading.id]);
  if (lineStart === undefined || lineEnd === undefined) return new Set();
  return new Set(
    blocks
      .filter(({ startLine, endLine }) => startLine <= lineEnd && endLine >= lineStart)
      .map(({ id }) => id),
  );
};

const scrollToBlock = (view: Element | null, id: string): void =>
  view?.querySelector(`[data-file-block="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'center' });
