import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { Severity } from '../../../../../shared/annotations/fields.ts';
import { Icon } from '../../../../shell/icon.tsx';
import { formatNumber } from '../../../../shell/texts/format.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import { SeverityIcon } from '../../../ui/findings/severity-icon.tsx';

/** Annotations by path. */
export interface AnnotationsByFile {
  readonly comments: ReadonlyMap<string, number>;
  readonly findings: ReadonlyMap<string, number>;
  /** The highest severity of its findings. */
  readonly severities: ReadonlyMap<string, Severity>;
}

/** Added and removed lines: `+64 −18`. */
export const ChangedLines = ({ file }: { readonly file: ChangedFile }) => (
  <span className="diff-count">
    {file.additions > 0 && (
      <span className="diff-count-added">+{formatNumber(file.additions)}</span>
    )}
    {file.deletions > 0 && (
      <span className="diff-count-removed">−{formatNumber(file.deletions)}</span>
    )}
  </span>
);

interface AnnotationCountsProps {
  readonly comments: number;
  readonly findings: number;
  /** The highest severity, if any finding has one. */
  readonly severity: Severity | undefined;
}

/** Numbers of comments and findings of a file or folder. */
export const AnnotationCounts = ({ comments, findings, severity }: AnnotationCountsProps) => {
  const words = texts();
  return (
    <>
      {comments > 0 && (
        <span className="diff-badge diff-badge-comment" title={words.diff.yourComments}>
          <Icon name="comment" size={12} />
          {formatNumber(comments)}
          <span className="diff-hidden">{words.diff.commentsAfterCount(comments)}</span>
        </span>
      )}
      {findings > 0 && (
        <span className="diff-badge diff-badge-finding" title={words.diff.findings}>
          <SeverityIcon severity={severity} />
          {formatNumber(findings)}
          <span className="diff-hidden">
            {words.diff.findingsAfterCount(findings)}
            {severity !== undefined && `, ${words.findings.severities[severity]}`}
          </span>
        </span>
      )}
    </>
  );
};
