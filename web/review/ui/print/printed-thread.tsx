import type { ReactNode } from 'react';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import { spellHidden } from '../../../../shared/visible-text.ts';
import { MarkdownText } from '../../../shell/markdown/markdown.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { linesOf } from '../../store/comments/comment-place.ts';
import { commentOf, editorOf } from '../../store/comments/new-comment.ts';
import type { Editor } from '../../store/editors-slice.ts';
import { AttachedImages } from '../comments/attached-images.tsx';
import { CommentKindTag } from '../comments/comment-card.tsx';
import { findingKindText } from '../findings/finding-body.tsx';
import { originOf } from '../findings/finding-line.tsx';
import { useSelect } from '../page.ts';
import './printed-thread.css';

/** What is said in one place. */
export interface Printed {
  readonly comments: readonly Comment[];
  readonly findings: readonly Annotation[];
  readonly editors: readonly Pick<Editor, 'key'>[];
}

/** The annotations of a place in full, without controls. */
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

interface PrintedRestProps {
  readonly title: string;
  /** What is printed in its place, or not at all. */
  readonly others: Iterable<Printed>;
}

/** What is printed in no place: comments on the whole, on other files of the project, or on what is gone. */
export const PrintedRest = ({ title, others }: PrintedRestProps) => {
  const rest = useRest(others);
  if (rest.comments.length + rest.findings.length + rest.editors.length === 0) return null;
  return (
    <section className="printed-rest">
      <header className="printed-header">{title}</header>
      <PrintedThread thread={rest} />
    </section>
  );
};

const useRest = (others: Iterable<Printed>): Printed => {
  const comments = useSelect((state) => state.comments);
  const findings = useSelect((state) => state.annotations.byId);
  const editors = useSelect((state) => state.editors);
  const ids = new Set<string>();
  for (const thread of others) {
    for (const { id } of [...thread.comments, ...thread.findings]) ids.add(id);
    for (const { key } of thread.editors) ids.add(key);
  }
  const isLeft = ({ id }: Comment | Annotation) => !ids.has(id);
  return {
    comments: comments.filter(isLeft).sort(inTextOrder),
    findings: [...findings.values()].filter(isLeft).sort(inTextOrder),
    // That of an existing comment is printed with it.
    editors: editors.filter(({ key, target }) => !ids.has(key) && target.kind !== 'comment'),
  };
};

/** Of a document; what has no place in it comes last. */
const inTextOrder = (one: Comment | Annotation, other: Comment | Annotation): number =>
  lineOf(one) - lineOf(other);

const lineOf = (item: Comment | Annotation): number =>
  ('startLine' in item ? item.startLine : undefined) ?? Number.MAX_SAFE_INTEGER;

interface PrintedCardProps {
  readonly className: string;
  readonly annotation: Comment | Annotation;
  /** The author and the kind. */
  readonly children: ReactNode;
}

const PrintedCard = ({ className, annotation, children }: PrintedCardProps) => {
  const { text, filePath = '', lineStart, lineEnd, quote, suggested } = partsOf(annotation);
  return (
    <article className={`card ${className}`}>
      <header className="card-header">
        {children}
        <span className="card-kind">{linesOf(filePath, lineStart, lineEnd)}</span>
      </header>
      {quote !== '' && (
        <p className="card-quote" dir="auto">
          {spellHidden(quote)}
        </p>
      )}
      {text !== '' && <MarkdownText text={text} />}
      {'attachments' in annotation && <AttachedImages of={annotation.attachments} />}
      {suggested !== undefined && (
        <>
          <p className="card-kind">{texts().comments.suggested}</p>
          <pre className="card-code">{spellHidden(suggested)}</pre>
        </>
      )}
    </article>
  );
};

/** Marks are hardly seen on paper, so that what is on a phrase quotes it. */
const partsOf = (annotation: Comment | Annotation) => {
  if ('scope' in annotation) {
    const { text = '', filePath, lineStart, lineEnd, suggestedCode: suggested } = annotation;
    return { text, filePath, lineStart, lineEnd, quote: '', suggested };
  }
  const { text, originalText: quote = '' } = annotation;
  const suggested = 'suggestedText' in annotation ? annotation.suggestedText : undefined;
  return { text, quote, suggested };
};

/** A comment, as it would be with what is typed in its editor. */
const PrintedComment = ({ comment }: { readonly comment: Comment }) => {
  const { key } = editorOf(comment);
  const editor = useSelect(({ editors }) => editors.find((one) => one.key === key));
  const typed = useCommentOf(editor, comment.id) ?? comment;
  return (
    <PrintedCard className="comment-card" annotation={typed}>
      <span className="card-author">{texts().comments.you}</span>
      <CommentKindTag comment={typed} />
    </PrintedCard>
  );
};

const PrintedFinding = ({ finding }: { readonly finding: Annotation }) => {
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
  const comment = useCommentOf(editor, editorKey);
  return comment === undefined ? null : <PrintedComment comment={comment} />;
};

const useCommentOf = (editor: Editor | undefined, id: string): Comment | undefined => {
  const mode = useSelect(({ session }) => session.info?.mode ?? 'plan');
  const comments = useSelect((state) => state.comments);
  return editor === undefined ? undefined : commentOf(editor, { mode, id, comments });
};
