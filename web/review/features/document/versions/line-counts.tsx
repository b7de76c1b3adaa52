import type { Version } from '../../../../../shared/session/kept-version.ts';
import { formatNumber } from '../../../../shell/texts/format.ts';

/** `+6 −4`; nothing if it is not known. */
export const LineCounts = ({ lines }: { readonly lines: Version['lines'] }) =>
  lines === undefined ? null : (
    <span className="line-counts">
      <ins>+{formatNumber(lines.added)}</ins> <del>−{formatNumber(lines.removed)}</del>
    </span>
  );
