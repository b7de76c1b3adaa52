import { Icon } from '../../common/icon.tsx';
import { WordsLeft } from '../decision/words-left.tsx';
import { useSelect } from '../page.ts';

/** Says that the server is gone, and how to keep what was written. */
export const Banner = () => {
  const isLost = useSelect((state) => state.session.connection === 'lost');
  if (!isLost) return null;
  return (
    <div className="banner" role="alert">
      <Icon name="warning" />
      <p>
        <strong>The server of this review does not answer.</strong> It may have ended. What you
        wrote stays on this page, and the page goes on trying.
      </p>
      <WordsLeft />
    </div>
  );
};
