import { useEffect, useState } from 'react';

const tickMs = 20_000;

/** The time, as often as ages need it. */
export const useNow = (): number => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
};
