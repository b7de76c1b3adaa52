import type { MouseEvent } from 'react';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { QuietButton } from '../../../shell/button.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { useCan, usePage } from '../page.ts';
import { acceptFindings, dismissFindings, restoreFindings } from './finding-actions.ts';

interface FindingButtonsProps {
  /** One, or all of a group. */
  readonly findings: readonly Annotation[];
  readonly isDismissed: boolean;
  /** The group's name, for labels. */
  readonly group?: string;
}

export const FindingButtons = ({ findings, isDismissed, group }: FindingButtonsProps) => {
  const page = usePage();
  const canTriage = useCan('triage');
  const words = texts().findings;
  if (!canTriage) return null;
  const button = (name: string, act: (meant: readonly Annotation[]) => void) => (
    <QuietButton
      aria-label={group === undefined ? undefined : words.allOf(name, findings.length, group)}
      onClick={(event: MouseEvent) => {
        event.stopPropagation();
        act(findings);
      }}
    >
      {name}
    </QuietButton>
  );
  return (
    <span className="finding-buttons">
      {isDismissed ? (
        button(words.restore, (meant) => restoreFindings(page, meant))
      ) : (
        <>
          {button(words.accept, (meant) => acceptFindings(page, meant))}
          {button(words.dismiss, (meant) => dismissFindings(page, meant))}
        </>
      )}
    </span>
  );
};
