import { memo, useContext, useState } from 'react';
import type { ReviewAnnotation } from '../../../../shared/annotations/review-annotation.ts';
import type { LineThread as Thread } from './fold-threads.ts';
import { ThreadContext } from './thread-context.ts';

interface LineThreadProps {
  readonly fileId: string;
  readonly thread: Thread;
}

/** What stands below a line: the reviewer's comments, then findings, then open editors. */
export const LineThread = memo(({ fileId, thread }: LineThreadProps) => {
  const content = useContext(ThreadContext);
  if (content === undefined) return null;
  return (
    <div className="diff-thread" data-thread={thread.key}>
      {thread.comments.map((comment) => (
        <div key={comment.id} className="diff-comment">
          {content.renderComment(comment)}
        </div>
      ))}
      {thread.findings.length > 1 ? (
        <FindingFold foldKey={`${fileId}:${thread.key}`} findings={thread.findings} />
      ) : (
        <Findings findings={thread.findings} />
      )}
      {thread.editors.map((editor) => (
        <div key={editor.key} className="diff-editor">
          {content.renderEditor(editor)}
        </div>
      ))}
    </div>
  );
});

const Findings = ({ findings }: { findings: readonly ReviewAnnotation[] }) => {
  const content = useContext(ThreadContext);
  return findings.map((finding) => (
    <div key={finding.id} className="diff-finding" data-finding={finding.id}>
      {content?.renderFinding(finding)}
    </div>
  ));
};

interface FindingFoldProps {
  readonly foldKey: string;
  readonly findings: readonly ReviewAnnotation[];
}

/** Several findings on one line as one chip with their number, which opens. */
const FindingFold = ({ foldKey, findings }: FindingFoldProps) => {
  const folds = useContext(ThreadContext)?.openFolds;
  const [isOpen, setIsOpen] = useState(folds?.has(foldKey) ?? false);
  const toggle = () => {
    if (isOpen) folds?.delete(foldKey);
    else folds?.add(foldKey);
    setIsOpen(!isOpen);
  };
  const sources = [...new Set(findings.map(({ source }) => source))].slice(0, 3).join(', ');
  return (
    <div className="diff-fold">
      <button type="button" className="diff-fold-chip" aria-expanded={isOpen} onClick={toggle}>
        <span className="diff-fold-count">{findings.length} findings</span>
        <span className="diff-fold-sources">{sources}</span>
      </button>
      {isOpen && <Findings findings={findings} />}
    </div>
  );
};
