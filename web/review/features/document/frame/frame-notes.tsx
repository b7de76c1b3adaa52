import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { Block } from '../../../../../shared/placement/blocks.ts';
import { frameTexts } from '../../../../shell/texts/frame-texts.ts';
import { rangesOf } from '../../../store/comments/passage.ts';
import { CommentCard } from '../../../ui/comments/comment-card.tsx';
import { CommentEditor } from '../../../ui/comments/comment-editor.tsx';
import { FindingInPlace } from '../../../ui/findings/finding-line.tsx';
import { useSelect } from '../../../ui/page.ts';
import { indexOf, isOnText } from './frame-marks.ts';

interface Note {
  readonly id: string;
  readonly order: readonly [block: number, start: number];
  readonly children: ReactNode;
}

/** The comments, opened findings and editors of an HTML document, in its order, beside its frame. */
export const FrameNotes = ({ blocks }: { readonly blocks: readonly Block[] }) => {
  const comments = useSelect((state) => state.comments);
  const editors = useSelect((state) => state.editors);
  const findings = useSelect((state) => state.annotations.byBlock);
  const open = useSelect((state) => state.selection.openBlocks);
  const activeId = useSelect((state) => state.selection.activeId);
  const shown = useSelect((state) => state.content.file);
  const list = useRef<HTMLElement>(null);
  const notes = useMemo(() => {
    const indices = indexOf(blocks);
    const all: Note[] = [];
    const isHere = ({ file = shown }: { readonly file?: string | undefined }) => file === shown;
    const add = (
      id: string,
      place: Parameters<typeof rangesOf>[0] | undefined,
      children: ReactNode,
    ) => {
      const [range] = place === undefined ? [] : rangesOf(place, blocks);
      const order = [indices.get(range?.block.id ?? '') ?? -1, range?.start ?? 0] as const;
      all.push({ id, order, children });
    };
    for (const comment of comments.filter(isOnText))
      if (comment.type !== 'GLOBAL_COMMENT' && isHere(comment))
        add(comment.id, comment, <CommentCard comment={comment} />);
    for (const editor of editors)
      if (editor.target.kind === 'passage' && isHere(editor.target.passage))
        add(editor.key, editor.target.passage, <CommentEditor editor={editor} />);
    for (const [blockId, ids] of open)
      if (indices.has(blockId))
        for (const finding of findings.get(blockId) ?? [])
          if (ids.has(finding.id)) add(finding.id, finding, <FindingInPlace finding={finding} />);
    return all.sort(
      ({ order: [block, start] }, { order: [otherBlock, otherStart] }) =>
        block - otherBlock || start - otherStart,
    );
  }, [blocks, shown, comments, editors, findings, open]);
  useEffect(() => {
    if (activeId !== undefined)
      list.current
        ?.querySelector(`[data-note="${CSS.escape(activeId)}"]`)
        ?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  if (notes.length === 0) return null;
  return (
    <aside className="frame-notes" aria-label={frameTexts().notes} ref={list}>
      {notes.map(({ id, children }) => (
        <div className="frame-note" key={id} data-note={id}>
          {children}
        </div>
      ))}
    </aside>
  );
};
