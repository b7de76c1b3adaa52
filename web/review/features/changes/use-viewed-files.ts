import { useMemo } from 'react';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { useSelect } from '../../ui/page.ts';
import { viewedFiles } from '../../store/viewed-slice.ts';

const none: readonly ChangedFile[] = [];

export const useViewedFiles = (): ReadonlySet<string> => {
  const files = useSelect(({ content }) => content.diff?.files ?? none);
  const viewed = useSelect((state) => state.viewed);
  return useMemo(() => viewedFiles(files, viewed), [files, viewed]);
};
