import type { DocumentAnnotation } from '../../../../shared/annotations/document-annotation.ts';
import { formatNumber } from '../../../shell/texts/format.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { countSources } from '../../store/findings/finding-order.ts';
import { SeveritySign, worstSeverity } from '../../ui/findings/severity-sign.tsx';
import { usePage } from '../../ui/page.ts';

interface FindingChipProps {
  readonly blockId: string;
  readonly findings: readonly DocumentAnnotation[];
  /** Ids of the findings of the block that are unfolded. */
  readonly open: ReadonlySet<string> | undefined;
}

/** Says in the margin that tools found something here; unfolds it below. */
export const FindingChip = ({ blockId, findings, open }: FindingChipProps) => {
  const { store } = usePage();
  const ids = new Set(findings.map(({ id }) => id));
  const isOpen = findings.every(({ id }) => open?.has(id));
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
            findings: [...[...(open ?? [])].filter((id) => !ids.has(id)), ...(isOpen ? [] : ids)],
          },
          { type: 'selection/active', id: isOpen ? undefined : first?.id },
        );
      }}
    >
      <SeveritySign severity={worstSeverity(findings)} />
      {formatNumber(findings.length)}
    </button>
  );
};
