import { useEffect, useState } from 'react';
import type { Mode } from '../../../shared/session/mode.ts';
import { texts } from '../../shell/texts/texts.ts';
import { useSelect } from '../ui/page.ts';

/** After this delay, the page explains the wait. */
const longMs = 4000;

/** Shown while the content is loading, or if it could not be prepared. */
export const PreparationView = () => {
  const preparation = useSelect((state) => state.session.preparation);
  const error = useSelect((state) => state.content.error);
  const mode = useSelect((state) => state.session.info?.mode ?? 'plan');
  const sentence = preparation.state === 'failed' ? preparation.error : error;
  if (sentence === undefined) return <Progress mode={mode} />;
  return (
    <div className="preparation" role="alert">
      <h2>{texts().frame.notPrepared[mode]}</h2>
      <p>{sentence}</p>
      <p className="preparation-note">{texts().frame.notPreparedMore}</p>
    </div>
  );
};

const Progress = ({ mode }: { readonly mode: Mode }) => {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="preparation" role="status">
      <p>{texts().frame.preparing[mode]}</p>
      <div className="progress" />
      <p className="preparation-note">{isLong ? texts().frame.stillPreparing : '\u00A0'}</p>
    </div>
  );
};
