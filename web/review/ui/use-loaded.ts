import { useEffect, useState } from 'react';
import type { Answer } from '../../shell/api-client.ts';
import type { SessionClient } from '../protocol/session-client.ts';
import { usePage } from './page.ts';

type Load<Value> = (client: SessionClient, signal: AbortSignal) => Promise<Answer<Value>>;

/**
 * Loads something, again for each `version`. Undefined while it is loaded, a sentence if that failed.
 * @param load the same function each time; undefined loads nothing
 */
export const useLoaded = <Value extends object>(
  load: Load<Value> | undefined,
  version?: number,
): Value | string | undefined => {
  const { client } = usePage();
  const [known, setKnown] = useState<{ version: number | undefined; answer: Value | string }>();
  useEffect(() => {
    const ending = new AbortController();
    void load?.(client, ending.signal).then((answer) => {
      if (ending.signal.aborted) return;
      setKnown({ version, answer: answer.kind === 'ok' ? answer.value : answer.sentence });
    });
    return () => ending.abort();
  }, [client, load, version]);
  return known?.version === version ? known?.answer : undefined;
};
