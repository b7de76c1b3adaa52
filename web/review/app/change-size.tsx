import { useMemo } from 'react';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { formatNumber } from '../../shell/texts/format.ts';
import { texts } from '../../shell/texts/texts.ts';
import { useSelect } from '../ui/page.ts';

const none: readonly ChangedFile[] = [];

/** How large a change is: `12 files +412 −188`. */
export const ChangeSize = () => {
  const files = useSelect(({ content }) => content.diff?.files ?? none);
  const { added, removed } = useMemo(() => {
    let [added, removed] = [0, 0];
    for (const { additions, deletions } of files) {
      added += additions;
      removed += deletions;
    }
    return { added, removed };
  }, [files]);
  if (files.length === 0) return null;
  return (
    <p className="top-bar-size">
      <span>{texts().topBar.files(files.length)}</span>
      {added > 0 && <ins>+{formatNumber(added)}</ins>}
      {removed > 0 && <del>−{formatNumber(removed)}</del>}
    </p>
  );
};
