import { useEffect } from 'react';
import { useDashboard } from '../../ui/dashboard.ts';

const pollMs = 5000;

/** Asks for the figures now and every few seconds, as long as somebody looks at them. */
export const useFreshStatus = (): void => {
  const { client, store } = useDashboard();
  useEffect(() => {
    let isAsking = false;
    const read = async () => {
      if (document.hidden || isAsking) return;
      isAsking = true;
      const answer = await client.getStatusWithMemory();
      isAsking = false;
      if (answer.kind === 'ok') store.dispatch({ type: 'status/read', status: answer.value });
    };
    const timer = setInterval(() => void read(), pollMs);
    void read();
    return () => clearInterval(timer);
  }, [client, store]);
};
