import { useMemo, type CSSProperties } from 'react';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import { viewedFiles } from '../../../store/viewed-slice.ts';
import { useCan, useSelect } from '../../../ui/page.ts';
import './viewed-progress.css';

const none: readonly ChangedFile[] = [];

/** The files of the change; empty until loaded. */
export const useChangedFiles = (): readonly ChangedFile[] =>
  useSelect(({ content }) => content.diff?.files ?? none);

/** Ids of the viewed files. */
export const useViewedFiles = (): ReadonlySet<string> => {
  const files = useChangedFiles();
  const viewed = useSelect((state) => state.viewed);
  return useMemo(() => viewedFiles(files, viewed), [files, viewed]);
};

/** Number of viewed files: `12 of 40 viewed`. */
export const ViewedProgress = () => {
  const files = useChangedFiles();
  const count = useViewedFiles().size;
  const canTick = useCan('viewed');
  if (!canTick || files.length === 0) return null;
  const text = texts().changes.viewedOf(count, files.length);
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
