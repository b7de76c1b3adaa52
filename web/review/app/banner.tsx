import { Icon } from '../../shell/icon.tsx';
import { WordsLeft } from '../ui/words-left.tsx';
import { texts } from '../../shell/texts/texts.ts';
import { useSelect } from '../ui/page.ts';

/** Says that the server is gone, and how to keep what was written. */
export const Banner = () => {
  const isLost = useSelect((state) => state.session.connection === 'lost');
  if (!isLost) return null;
  return (
    <div className="banner" role="alert">
      <Icon name="warning" />
      <p>
        <strong>{texts().frame.serverLost}</strong> {texts().frame.serverLostMore}
      </p>
      <WordsLeft />
    </div>
  );
};
