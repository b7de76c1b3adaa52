import { useEffect, useState } from 'react';
import type { Mode } from '../../../shared/session/mode.ts';
import { useSelect } from '../page.ts';

const subjects: Record<Mode, string> = {
  plan: 'the plan',
  document: 'the document',
  review: 'the changes',
};

/** After this long it is worth saying that it takes long. */
const longMs = 4000;

/** What stands in place of the content until it is there, or because it could not be made. */
export const PreparationView = () => {
  const preparation = useSelect((state) => state.session.preparation);
  const error = useSelect((state) => state.content.error);
  const mode = useSelect((state) => state.session.info?.mode ?? 'plan');
  const sentence = preparation.state === 'failed' ? preparation.error : error;
  if (sentence === undefined) return <Progress subject={subjects[mode]} />;
  return (
    <div className="preparation" role="alert">
      <h2>Galley cannot show {subjects[mode]}</h2>
      <p>{sentence}</p>
      <p className="preparation-note">
        You can still comment on the whole and send that, or close the session: the process that
        asked is told.
      </p>
    </div>
  );
};

const Progress = ({ subject }: { readonly subject: string }) => {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="preparation" role="status">
      <p>Preparing {subject} …</p>
      <div className="progress" />
      <p className="preparation-note">
        {isLong ? 'Still at work: what is large takes a while.' : '\u00A0'}
      </p>
    </div>
  );
};
