import { useEffect, useRef, useState } from 'react';
import { texts } from '../../../shell/texts/texts.ts';
import { useSelect } from '../../ui/page.ts';

/** Findings arrive in bursts: one announcement per burst. */
const burstMs = 800;

/** Announces new findings in a polite live region. */
export const Announcer = () => {
  const arrived = useSelect((state) => state.annotations.arrived);
  const pending = useRef<{ count: number; sources: Set<string> }>({ count: 0, sources: new Set() });
  const [sentence, setSentence] = useState('');
  useEffect(() => {
    if (arrived.length === 0) return;
    const { current } = pending;
    const isFirst = current.count === 0;
    current.count += arrived.length;
    for (const { source } of arrived) current.sources.add(source);
    if (!isFirst) return;
    setTimeout(() => {
      const { count, sources } = pending.current;
      pending.current = { count: 0, sources: new Set() };
      setSentence(texts().findings.arrived(count, [...sources].join(', ')));
    }, burstMs);
  }, [arrived]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {sentence}
    </p>
  );
};
