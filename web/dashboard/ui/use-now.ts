import { useEffect, useState } from 'react';

const tickMs = 20_000;

/** The current time, updated often enough for ages. */
export const useNow = (): number => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
};
