import type { ReactNode } from 'react';
import type { ReviewComment } from '../../../../../shared/annotations/comment.ts';
import type { ReviewAnnotation } from '../../../../../shared/annotations/review-annotation.ts';
import { MarkdownText } from '../../../../shell/markdown/markdown.tsx';
import { printTexts } from '../../../../shell/texts/print-texts.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import { AttachedImages } from '../../../ui/comments/attached-images.tsx';
import { CommentKindTag } from '../../../ui/comments/comment-card.tsx';
import { linesOf } from '../../../store/comments/comment-place.ts';
import type { Editor } from '../../../store/editors-slice.ts';
import { commentOf } from '../../../store/comments/new-comment.ts';
import type { LineThread } from '../threads/fold-threads.ts';
import { findingKindText } from '../../../ui/findings/finding-body.tsx';
import { originOf } from '../../../ui/findings/finding-line.tsx';
import { useSelect } from '../../../ui/page.ts';

interface Printed extends Pick<LineThread, 'comments' | 'findings'> {
  readonly editors: readonly Pick<Editor, 'key'>[];
}

/** The annotations of a line in full, without controls. */
export const PrintedThread = ({ thread }: { readonly thread: Printed }) => (
  <div className="printed-thread">
    {thread.comments.map((comment) => (
      <PrintedComment key={comment.id} comment={comment} />
    ))}
    {thread.findings.map((finding) => (
      <PrintedFinding key={finding.id} finding={finding} />
    ))}
    {thread.editors.map(({ key }) => (
      <PrintedEditor key={key} editorKey={key} />
    ))}
  </div>
);

/** What no file of the change shows: comments on the whole, on other files of the project, or on lines that are gone. */
export const PrintedRest = ({ threads }: { readonly threads: Iterable<LineThread> }) => {
  const rest = useRest(threads);
  const count = rest.comments.length + rest.findings.length + rest.editors.length;
  if (count === 0) return null;
  return (
    <section className="printed-file">
      <header className="printed-header">{printTexts().rest}</header>
      <PrintedThread thread={rest} />
    </section>
  );
};

const useRest = (threads: Iterable<LineThread>): Printed => {
  const comments = useSelect((state) => state.comments);
  const findings = useSelect((state) => state.annotations.all);
  const editors = useSelect((state) => state.editors);
  const shown = new Set<string>();
  for (const thread of threads) {
    for (const { id } of [...thread.comments, ...thread.findings]) shown.add(id);
    for (const { key } of thread.editors) shown.add(key);
  }
  return {
    comments: comments.filter(
      (comment): comment is ReviewComment => 'scope' in comment && !shown.has(comment.id),
    ),
    findings: [...findings.values()].filter(
      (finding): finding is ReviewAnnotation => 'scope' in finding && !shown.has(finding.id),
    ),
    // That of an existing comment is printed with it.
    editors: editors.filter(({ key, target }) => !shown.has(key) && target.kind !== 'comment'),
  };
};

interface PrintedCardProps {
  readonly className: string;
  readonly annotation: ReviewComment | ReviewAnnotation;
  /** The author and the kind. */
  readonly children: ReactNode;
}

const PrintedCard = ({ className, annotation, children }: PrintedCardProps) => {
  const { filePath = '', lineStart, lineEnd, text, suggestedCode } = annotation;
  return (
    <article className={`card ${className}`}>
      <header className="card-header">
        {children}
        <span className="card-kind">{linesOf(filePath, lineStart, lineEnd)}</span>
      </header>
      {text !== undefined && text !== '' && <MarkdownText text={text} />}
      {'attachments' in annotation && <AttachedImages of={annotation.attachments} />}
      {suggestedCode !== undefined && (
        <>
          <p className="card-kind">{texts().comments.suggested}</p>
          <pre className="card-code">{suggestedCode}</pre>
        </>
      )}
    </article>
  );
};

const PrintedComment = ({ comment }: { readonly comment: ReviewComment }) => (
  <PrintedCard className="comment-card" annotation={comment}>
    <span className="card-author">{texts().comments.you}</span>
    <CommentKindTag comment={comment} />
  </PrintedCard>
);

const PrintedFinding = ({ finding }: { readonly finding: ReviewAnnotation }) => {
  const isDismissed = useSelect((state) => state.annotations.dismissedIds.has(finding.id));
  if (isDismissed) return null;
  const kind = findingKindText(finding);
  return (
    <PrintedCard className="finding-card" annotation={finding}>
      <span className="card-author">{originOf(finding)}</span>
      {kind !== undefined && <span className="card-kind">{kind}</span>}
    </PrintedCard>
  );
};

/** The draft in an editor, as the comment that it would become. */
const PrintedEditor = ({ editorKey }: { readonly editorKey: string }) => {
  const editor = useSelect(({ editors }) => editors.find(({ key }) => key === editorKey));
  const comments = useSelect((state) => state.comments);
  const comment =
    editor === undefined
      ? undefined
      : commentOf(editor, { mode: 'review', id: editorKey, comments });
  return comment === undefined || !('scope' in comment) ? null : (
    <PrintedComment comment={comment} />
  );
};
