import type { Annotation } from '../../../shared/annotations/annotation.ts';

/** What has to be said of where a finding stands; undefined where the place speaks for itself. */
export const placementNote = ({ placement }: Annotation): string | undefined => {
  switch (placement) {
    case 'approximate':
      return 'The phrase is not there word for word: this is the nearest place.';
    case 'unplaced':
      return 'Its phrase does not stand in the text.';
    case 'outside-diff':
      return 'Its lines are outside of the change.';
    case 'unknown-file':
      return 'Its file is not part of the change.';
    case 'exact':
    case 'document':
    case 'in-diff':
    case 'general':
      return undefined;
  }
};
