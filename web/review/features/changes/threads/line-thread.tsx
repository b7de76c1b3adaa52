import { ChevronDown, ChevronRight } from 'lucide';
import { memo } from 'react';
import type { ReviewAnnotation } from '../../../../../shared/annotations/review-annotation.ts';
import { showHidden } from '../../../../../shared/visible-text.ts';
import { Drawing } from '../../../../shell/icon.tsx';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { CommentCard } from '../../../ui/comments/comment-card.tsx';
import { CommentEditor } from '../../../ui/comments/comment-editor.tsx';
import { FindingInPlace } from '../../../ui/findings/finding-line.tsx';
import { useSelect } from '../../../ui/page.ts';
import type { LineThread as Thread } from './fold-threads.ts';

interface LineThreadProps {
  readonly thread: Thread;
  /** Ids of the findings shown unfolded, if there are several. */
  readonly open: ReadonlySet<string> | undefined;
  readonly onToggle: (key: string, isOpen: boolean) => void;
}

/** Below a line: comments, then findings, then open editors. */
export const LineThread = memo(({ thread, open, onToggle }: LineThreadProps) => {
  const { findings } = thread;
  const isFolded = findings.length > 1;
  const shown = isFolded ? findings.filter(({ id }) => open?.has(id)) : findings;
  const isOpen = shown.length === findings.length;
  return (
    <div className="diff-thread" data-thread={thread.key}>
      {thread.comments.map((comment) => (
        <div key={comment.id} className="diff-comment" data-annotation={comment.id}>
          <CommentCard comment={comment} />
        </div>
      ))}
      {isFolded && (
        <FoldChip
          findings={findings}
          isOpen={isOpen}
          isLast={!isOpen && shown.length > 0}
          onToggle={() => onToggle(thread.key, !isOpen)}
        />
      )}
      {shown.map((finding) => (
        <div key={finding.id} className="diff-finding" data-annotation={finding.id}>
          <FindingInPlace finding={finding} />
        </div>
      ))}
      {thread.editors.map(({ key }) => (
        <div key={key} className="diff-editor">
          <StoredEditor editorKey={key} />
        </div>
      ))}
    </div>
  );
});

/** Reads the editor's text itself, so that typing renders nothing else. */
const StoredEditor = ({ editorKey }: { readonly editorKey: string }) => {
  const editor = useSelect(({ editors }) => editors.find(({ key }) => key === editorKey));
  return editor === undefined ? null : <CommentEditor editor={editor} />;
};

interface FoldChipProps {
  readonly findings: readonly ReviewAnnotation[];
  readonly isOpen: boolean;
  /** Whether it is below unfolded findings, so that toggling does not move them. */
  readonly isLast: boolean;
  readonly onToggle: () => void;
}

/** Chip that folds several findings on a line. */
const FoldChip = ({ findings, isOpen, isLast, onToggle }: FoldChipProps) => {
  const sources = [...new Set(findings.map(({ source }) => showHidden(source)))];
  return (
    <button
      type="button"
      className="diff-fold-chip"
      data-is-last={isLast}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Drawing of={isOpen ? ChevronDown : ChevronRight} size={14} />
      <span className="diff-fold-count">{diffTexts().findingCount(findings.length)}</span>
      <span className="diff-fold-sources">{sources.slice(0, 3).join(', ')}</span>
    </button>
  );
};
