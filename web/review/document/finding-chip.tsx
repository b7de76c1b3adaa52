import type { DocumentAnnotation } from '../../../shared/annotations/document-annotation.ts';
import { Icon } from '../../common/icon.tsx';
import { formatNumber } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { countSources } from '../findings/finding-order.ts';
import { usePage } from '../page.ts';

interface FindingChipProps {
  readonly blockId: string;
  readonly findings: readonly DocumentAnnotation[];
  readonly isOpen: boolean;
}

/** Says in the margin that tools found something here; unfolds it below the block. */
export const FindingChip = ({ blockId, findings, isOpen }: FindingChipProps) => {
  const { store } = usePage();
  const sources = [...countSources(findings).keys()].join(', ');
  const label = texts().document.findings(findings.length, sources);
  return (
    <button
      type="button"
      className="finding-chip"
      aria-expanded={isOpen}
      aria-label={label}
      title={label}
      onClick={() => {
        const [first] = findings;
        store.dispatch(
          {
            type: 'selection/blockOpened',
            blockId,
            findings: isOpen ? [] : findings.map(({ id }) => id),
          },
          { type: 'selection/active', id: isOpen ? undefined : first?.id },
        );
      }}
    >
      <Icon name="finding" size={14} />
      {formatNumber(findings.length)}
    </button>
  );
};
