import { Fragment, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { DocumentComment } from '../../../../shared/annotations/comment.ts';
import type { DocumentAnnotation } from '../../../../shared/annotations/document-annotation.ts';
import { CommentCard } from '../../ui/comments/comment-card.tsx';
import { CommentEditor } from '../../ui/comments/comment-editor.tsx';
import { FindingInPlace } from '../../ui/findings/finding-line.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePage } from '../../ui/page.ts';
import type { Editor } from '../../store/editors-slice.ts';
import { type Inset, useInsets, type Insets } from './items/use-insets.ts';
import { addNote } from './notes-margin.ts';
import { formatNumber } from '../../../shell/texts/format.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { countSources } from '../../store/findings/finding-order.ts';
import { SeverityIcon, worstSeverity } from '../../ui/findings/severity-icon.tsx';

const PrintedNotes = lazyPart(
  () => import('./print/document-printout.tsx'),
  ({ PrintedNotes }) => PrintedNotes,
  { isUnasked: true },
);

/** Comments, findings and editors of a block or item. */
export interface Notes {
  readonly findings: readonly DocumentAnnotation[];
  readonly comments: readonly DocumentComment[];
  readonly editors: readonly Editor[];
}

export interface BlockNotesProps {
  readonly blockId: string;
  /** The block's text element. */
  readonly element: RefObject<HTMLElement | null>;
  readonly html: object;
  readonly notes: Notes;
  /** Ids of unfolded findings. */
  readonly open: ReadonlySet<string> | undefined;
}

/** The notes of a block: below the block or the item, or in the margin of a wide window; in the same DOM order. */
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
            {inOrder([
              ...unfolded.map((finding) => ({
                ...placeOf(finding),
                id: finding.id,
                children: <FindingInPlace finding={finding} />,
              })),
              ...own.comments.map((comment) => ({
                ...placeOf(comment),
                id: comment.id,
                children: <CommentCard comment={comment} />,
              })),
              ...own.editors.map((editor) => ({
                ...placeOf(passageOf(editor)),
                id: editor.key,
                children: <CommentEditor editor={editor} />,
              })),
            ]).map((note) => (
              <NoteView key={note.id} {...note} />
            ))}
          </div>
        )}
        <PrintedNotes notes={own} />
      </>
    );
    return inset === undefined ? (
      <Fragment key="block">{parts}</Fragment>
    ) : (
      createPortal(parts, inset.content, inset.key)
    );
  });
};

interface NoteViewProps {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly children: ReactNode;
}

const NoteView = ({ id, start, end, children }: NoteViewProps) => {
  const { store } = usePage();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () =>
      element.current === null ? undefined : addNote(element.current, { id, start, end }, store),
    [id, start, end, store],
  );
  return (
    <div className="block-note" ref={element}>
      {children}
    </div>
  );
};

/** In order of the text; ties keep their order. */
const inOrder = (notes: readonly NoteViewProps[]): NoteViewProps[] =>
  [...notes].sort((one, other) => one.start - other.start);

interface Offsets {
  readonly startOffset?: number | undefined;
  readonly endOffset?: number | undefined;
}

const placeOf = (note: Offsets | undefined): Pick<NoteViewProps, 'start' | 'end'> => ({
  start: note?.startOffset ?? -1,
  end: note?.endOffset ?? -1,
});

const passageOf = ({ target }: Editor): Offsets | undefined =>
  target.kind === 'passage' ? target.passage : undefined;

const endOf = (note: Offsets): number => placeOf(note).end;

const endOfEditor = (editor: Editor): number => placeOf(passageOf(editor)).end;

const endsOf = ({ findings, comments, editors }: Notes): number[] => [
  ...findings.map(endOf),
  ...comments.map(endOf),
  ...editors.map(endOfEditor),
];

type Group = { -readonly [Kind in keyof Notes]: Notes[Kind][number][] };

/** Notes without an inset yet are shown once they have one. */
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

interface FindingChipProps {
  readonly blockId: string;
  readonly findings: readonly DocumentAnnotation[];
  /** Ids of the block's unfolded findings. */
  readonly open: ReadonlySet<string> | undefined;
}

/** Chip in the margin that unfolds findings. */
const FindingChip = ({ blockId, findings, open }: FindingChipProps) => {
  const { store } = usePage();
  const ids = new Set(findings.map(({ id }) => id));
  const isOpen = findings.every(({ id }) => open?.has(id));
  const sources = [...countSources(findings).keys()].join(', ');
  const label = texts().document.findings(findings.length, sources);
  return (
    <button
      type="button"
      className="finding-chip"
      aria-expanded={isOpen}
      aria-label={label}
      title={label}
      onClick={() => {
        const [first] = findings;
        store.dispatch(
          {
            type: 'selection/blockOpened',
            blockId,
            findings: [...[...(open ?? [])].filter((id) => !ids.has(id)), ...(isOpen ? [] : ids)],
          },
          { type: 'selection/active', id: isOpen ? undefined : first?.id },
        );
      }}
    >
      <SeverityIcon severity={worstSeverity(findings)} />
      {formatNumber(findings.length)}
    </button>
  );
};
