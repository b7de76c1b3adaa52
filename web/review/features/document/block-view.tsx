import {
  lazy,
  memo,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  type ComponentType,
  type MouseEvent,
  type RefObject,
} from 'react';
import type { DocumentComment } from '../../../../shared/annotations/comment.ts';
import type { DocumentAnnotation } from '../../../../shared/annotations/document-annotation.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { Button } from '../../../shell/button.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { startComment } from '../../store/comments/comment-actions.ts';
import { blockPassage } from '../../store/comments/passage.ts';
import type { BlockChanges } from '../../store/panel-slice.ts';
import type { Editor } from '../../store/editors-slice.ts';
import { itemIn } from '../../store/selection-slice.ts';
import { toTextOffset, caretAt } from '../../../shell/dom-range.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useCan, usePage, useKeyTitle } from '../../ui/page.ts';
import {
  findingMarks,
  marksAt,
  paintedMarks,
  sinceMarks,
  type BlockMark,
  type MarkPainter,
} from './block-marks.ts';
import type { DiagramsProps } from './diagram/diagrams.tsx';
import { hasDiagram, hasImage, namesFile } from './html/block-html.ts';
import { sanitize } from './html/sanitize.ts';
import { useFenceColours } from './html/use-fence-colours.ts';

/** Few documents have hidden lines. */
const HiddenLinesNote = lazyPart(
  () => import('./source/hidden-lines-note.tsx'),
  ({ HiddenLinesNote }) => HiddenLinesNote,
);

/** Few documents come again. */
const ChangesNote = lazyPart(
  () => import('./rounds/changes-note.tsx'),
  ({ ChangesNote }) => ChangesNote,
);

/** Few documents have images. */
const Images = lazyPart(
  () => import('./images/images.tsx'),
  ({ Images }) => Images,
);

/** Few documents have diagrams. If loading fails, the source is shown. */
const Diagrams = lazy(async (): Promise<{ default: ComponentType<DiagramsProps> }> => {
  try {
    return { default: (await import('./diagram/diagrams.tsx')).Diagrams };
  } catch {
    // The server is gone, or of another release.
    return { default: () => null };
  }
});

export interface BlockViewProps {
  readonly block: Block;
  readonly painter: MarkPainter;
  readonly findings: readonly DocumentAnnotation[];
  readonly comments: readonly DocumentComment[];
  readonly commentMarks: readonly BlockMark[];
  readonly editors: readonly Editor[];
  /** The active comment or finding, if it is in this block. */
  readonly activeId: string | undefined;
  /** Ids of unfolded findings. */
  readonly open: ReadonlySet<string> | undefined;
  /** Whether it is the tab stop of all blocks. */
  readonly isTabStop: boolean;
  /** What has changed here since the last round, if that is shown. */
  readonly changes: BlockChanges | undefined;
}

/** A block with its notes. */
export const BlockView = memo((props: BlockViewProps) => {
  const { block, findings, comments, editors, open, isTabStop, changes } = props;
  const { store } = usePage();
  const canComment = useCan('comments');
  const element = useRef<HTMLDivElement>(null);
  const html = useMemo(() => ({ __html: sanitize(block.html) }), [block.html]);
  return (
    <div
      className="block"
      data-kind={block.kind}
      data-names-file={namesFile(block) || undefined}
      data-block-row={block.id}
      data-since={changes?.since?.state}
      data-beside={comments.length + editors.length + (open?.size ?? 0) > 0}
      role="group"
      aria-label={texts().document.lines(block.startLine, block.endLine)}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => store.dispatch({ type: 'selection/currentBlock', blockId: block.id })}
    >
      {changes !== undefined && <ChangesNote of={changes} side="above" />}
      <div className="block-gutter">
        {canComment && <BlockCommentButton block={block} isTabStop={isTabStop} />}
      </div>
      <BlockText {...props} element={element} html={html} />
      {changes !== undefined && <ChangesNote of={changes} side="below" />}
      {block.unshownLines !== undefined && <HiddenLinesNote block={block} />}
      {findings.length + comments.length + editors.length > 0 && (
        <BlockNotes
          blockId={block.id}
          element={element}
          html={html}
          notes={{ findings, comments, editors }}
          open={open}
        />
      )}
    </div>
  );
});

interface BlockCommentButtonProps {
  readonly block: Block;
  readonly isTabStop: boolean;
}

/** Comments on the item under the mouse, or else the current one. */
const BlockCommentButton = ({ block, isTabStop }: BlockCommentButtonProps) => {
  const page = usePage();
  const { document: words } = texts();
  const label = hasDiagram(block.html) ? words.commentOn.other : words.commentOn[block.kind];
  return (
    <Button
      size="small"
      tone="accent"
      label={label}
      title={useKeyTitle(label, 'comment.here')}
      tabIndex={isTabStop ? 0 : -1}
      icon={<Icon name="plus" size={14} />}
      onClick={() => {
        const passage = blockPassage(block, itemIn(block.id, page.store.getState().selection));
        if (passage !== undefined) startComment(page, { kind: 'passage', passage });
      }}
    />
  );
};

interface BlockTextProps extends BlockViewProps {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly html: { readonly __html: string };
}

const BlockText = (props: BlockTextProps) => {
  const { block, painter, findings, commentMarks, activeId, open, element, html } = props;
  const since = props.changes?.since;
  const { store } = usePage();
  const version = useFenceColours(element, html);
  const marks = useMemo(
    () => [...commentMarks, ...findingMarks(findings)],
    [commentMarks, findings],
  );
  useEffect(() => {
    const { current } = element;
    // New HTML has new text nodes, so marks need new ranges.
    if (current === null || html.__html === '') return;
    painter.paint(block.id, [
      ...sinceMarks(current, since),
      ...paintedMarks(current, marks, activeId),
    ]);
    // A new version has the same text in new nodes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [painter, block.id, marks, activeId, html, version, since]);
  useEffect(() => () => painter.paint(block.id, []), [painter, block.id]);

  const selectAnnotation = ({ clientX, clientY }: MouseEvent) => {
    const { current } = element;
    const caret = caretAt(clientX, clientY);
    if (current === null || caret === undefined || getSelection()?.isCollapsed === false) return;
    const found = marksAt(marks, toTextOffset(current, caret.node, caret.offset));
    const [mark] = found;
    if (mark === undefined) return;
    store.dispatch({ type: 'selection/active', id: mark.id });
    if (mark.isFinding)
      store.dispatch(
        {
          type: 'selection/blockOpened',
          blockId: block.id,
          findings: [
            ...(open ?? []),
            ...found.filter(({ isFinding }) => isFinding).map(({ id }) => id),
          ],
        },
        { type: 'panel/tab', tab: 'findings' },
      );
  };
  return (
    <>
      {/* The chip in the margin is the keyboard equivalent. */}
      {/* oxlint-disable-next-line click-events-have-key-events, no-static-element-interactions */}
      <div
        ref={element}
        className="markdown"
        data-block={block.id}
        onClick={selectAnnotation}
        dangerouslySetInnerHTML={html}
      />
      {hasImage(block.html) && <Images element={element} html={html} file={block.file} />}
      {hasDiagram(html.__html) && (
        <Suspense>
          <Diagrams element={element} html={html} />
        </Suspense>
      )}
    </>
  );
};

/** Loaded after first paint, since the text comes first. */
export const BlockNotes = lazyPart(
  () => import('./document-parts.ts'),
  ({ BlockNotes }) => BlockNotes,
  { isUnasked: true },
);
