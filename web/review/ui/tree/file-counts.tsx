import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import type { Severity } from '../../../../shared/annotations/fields.ts';
import { Icon } from '../../../shell/icon.tsx';
import { formatNumber } from '../../../shell/texts/format.ts';
import { diffTexts } from '../../../shell/texts/diff-texts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { SeverityIcon, worstOf } from '../findings/severity-icon.tsx';
import './file-counts.css';

/** Annotations by path. */
export interface AnnotationsByFile {
  readonly comments: ReadonlyMap<string, number>;
  readonly findings: ReadonlyMap<string, number>;
  /** The highest severity of its findings. */
  readonly severities: ReadonlyMap<string, Severity>;
}

/** Added and removed lines: `+64 −18`. */
export const ChangedLines = ({
  file,
}: {
  readonly file: Pick<ChangedFile, 'additions' | 'deletions'>;
}) => (
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
  const diff = diffTexts();
  return (
    <>
      {comments > 0 && (
        <span className="diff-badge diff-badge-comment" title={diff.yourComments}>
          <Icon name="comment" size={12} />
          {formatNumber(comments)}
          <span className="diff-hidden">{diff.commentsAfterCount(comments)}</span>
        </span>
      )}
      {findings > 0 && (
        <span className="diff-badge diff-badge-finding" title={diff.findings}>
          <SeverityIcon severity={severity} />
          {formatNumber(findings)}
          <span className="diff-hidden">
            {diff.findingsAfterCount(findings)}
            {severity !== undefined && `, ${texts().findings.severities[severity]}`}
          </span>
        </span>
      )}
    </>
  );
};

/** Comments and findings by the file that each is about. */
export const annotationsByFile = (
  comments: Iterable<object>,
  findings: readonly Annotation[],
): AnnotationsByFile => ({
  comments: countByFile(comments),
  findings: countByFile(findings),
  severities: severityByFile(findings),
});

const countByFile = (items: Iterable<object>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) {
    const path = 'filePath' in item ? item.filePath : 'file' in item ? item.file : undefined;
    if (typeof path === 'string') counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return counts;
};

const severityByFile = (findings: Iterable<Annotation>): ReadonlyMap<string, Severity> => {
  const found = new Map<string, Severity>();
  for (const finding of findings) {
    if (finding.filePath === undefined) continue;
    const worst = worstOf([found.get(finding.filePath), finding.severity]);
    if (worst !== undefined) found.set(finding.filePath, worst);
  }
  return found;
};
