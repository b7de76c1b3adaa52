import { texts } from '../../shell/texts/texts.ts';
import type { DraftStatus } from '../store/draft-slice.ts';
import { useSelect } from '../ui/page.ts';

const sentenceOf = (status: DraftStatus): string => {
  switch (status.state) {
    case 'clean':
      return '';
    case 'unsaved':
    case 'saving':
      return texts().frame.saving;
    case 'saved':
      return texts().frame.saved;
    case 'failed':
      return texts().frame.notSaved(status.sentence);
  }
};

/** Whether the reviewer's unsent words are kept. */
export const DraftState = () => {
  const status = useSelect((state) => state.draft.status);
  const sentence = sentenceOf(status);
  return (
    <p
      className="draft-state"
      data-state={status.state}
      data-widest={texts().frame.saving}
      role="status"
      title={sentence}
    >
      {sentence}
    </p>
  );
};
