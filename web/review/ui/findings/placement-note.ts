import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { texts } from '../../../shell/texts/texts.ts';

/** What has to be said of where a finding stands; undefined where the place speaks for itself. */
export const placementNote = ({ placement }: Annotation): string | undefined => {
  const { notes } = texts().findings;
  switch (placement) {
    case 'approximate':
    case 'unplaced':
    case 'outside-diff':
    case 'unknown-file':
      return notes[placement];
    case 'exact':
    case 'document':
    case 'in-diff':
    case 'general':
      return undefined;
  }
};
