import type { CSSProperties } from 'react';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { useViewedFiles } from './use-viewed-files.ts';
import { useCan, useSelect } from '../../ui/page.ts';
import './viewed-progress.css';

const none: readonly ChangedFile[] = [];

/** Number of viewed files: `12 of 40 viewed`. */
export const ViewedProgress = () => {
  const files = useSelect(({ content }) => content.diff?.files ?? none);
  const count = useViewedFiles().size;
  const canTick = useCan('viewed');
  if (!canTick || files.length === 0) return null;
  const text = texts().diff.viewedOf(count, files.length);
  return (
    <div
      className="viewed-progress"
      role="progressbar"
      aria-label={text}
      aria-valuenow={count}
      aria-valuemax={files.length}
      title={text}
      style={{ '--viewed': `${(100 * count) / files.length}%` } as CSSProperties}
    >
      <span className="viewed-progress-ring" />
      <span aria-hidden="true">{text}</span>
    </div>
  );
};
