import { Fragment, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { DocumentComment } from '../../../shared/annotations/comment.ts';
import type { DocumentAnnotation } from '../../../shared/annotations/document-annotation.ts';
import { CommentCard } from '../comments/comment-card.tsx';
import { CommentEditor } from '../comments/comment-editor.tsx';
import { FindingInPlace } from '../findings/finding-line.tsx';
import type { Editor } from '../store/editors-slice.ts';
import { FindingChip } from './finding-chip.tsx';
import type { Inset } from './items/inset.ts';
import { useInsets, type Insets } from './items/use-insets.ts';

/** What was said about one block, or about a part of it. */
export interface Notes {
  readonly findings: readonly DocumentAnnotation[];
  readonly comments: readonly DocumentComment[];
  readonly editors: readonly Editor[];
}

export interface BlockNotesProps {
  readonly blockId: string;
  /** The block's text. */
  readonly element: RefObject<HTMLElement | null>;
  readonly html: object;
  readonly notes: Notes;
  /** Ids of the findings that are unfolded. */
  readonly open: ReadonlySet<string> | undefined;
}

/** What was said about a block: below it, or below the item of it that is meant. */
export const BlockNotes = ({ blockId, element, html, notes, open }: BlockNotesProps) => {
  const insets = useInsets(element, html, endsOf(notes));
  return [...byInset(notes, insets)].map(([inset, own]) => {
    const unfolded = own.findings.filter(({ id }) => open?.has(id));
    const parts = (
      <>
        {own.findings.length > 0 && (
          <div className="block-margin">
            <FindingChip blockId={blockId} findings={own.findings} open={open} />
          </div>
        )}
        {own.comments.length + own.editors.length + unfolded.length > 0 && (
          <div className="block-notes">
            {unfolded.map((finding) => (
              <FindingInPlace key={finding.id} finding={finding} />
            ))}
            {own.comments.map((comment) => (
              <CommentCard key={comment.id} comment={comment} />
            ))}
            {own.editors.map((editor) => (
              <CommentEditor key={editor.key} editor={editor} />
            ))}
          </div>
        )}
      </>
    );
    return inset === undefined ? (
      <Fragment key="block">{parts}</Fragment>
    ) : (
      createPortal(parts, inset.content, inset.key)
    );
  });
};

const endOf = (note: { readonly endOffset?: number | undefined } | undefined): number =>
  note?.endOffset ?? -1;

const endOfEditor = ({ target }: Editor): number =>
  endOf(target.kind === 'passage' ? target.passage : undefined);

const endsOf = ({ findings, comments, editors }: Notes): number[] => [
  ...findings.map(endOf),
  ...comments.map(endOf),
  ...editors.map(endOfEditor),
];

type Group = { -readonly [Kind in keyof Notes]: Notes[Kind][number][] };

/** What has no place yet is shown as soon as it has. */
const byInset = (notes: Notes, insets: Insets): Map<Inset | undefined, Notes> => {
  const groups = new Map<Inset | undefined, Group>();
  const groupAt = (end: number): Group | undefined => {
    if (!insets.has(end)) return undefined;
    const inset = insets.get(end);
    const group = groups.get(inset) ?? { findings: [], comments: [], editors: [] };
    groups.set(inset, group);
    return group;
  };
  for (const finding of notes.findings) groupAt(endOf(finding))?.findings.push(finding);
  for (const comment of notes.comments) groupAt(endOf(comment))?.comments.push(comment);
  for (const editor of notes.editors) groupAt(endOfEditor(editor))?.editors.push(editor);
  return groups;
};
