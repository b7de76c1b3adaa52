import { useSelect } from '../../ui/page.ts';
import { WordsLeft } from '../../ui/words-left.tsx';

/** Why the last try to decide failed, with ways to keep the words. */
export const DecisionError = () => {
  const error = useSelect(({ session }) => session.decideError);
  if (error === undefined) return null;
  return (
    <div className="dialog-error" role="alert">
      <p>{error}</p>
      <WordsLeft />
    </div>
  );
};
