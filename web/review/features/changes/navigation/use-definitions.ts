import { useMemo } from 'react';
import type { DefinitionAnswer } from '../../../../../shared/session/navigation.ts';
import type { Answer } from '../../../../shell/api-client.ts';
import { navigationClient } from '../../../protocol/navigation-client.ts';
import { useSelect } from '../../../ui/page.ts';
import type { MetSymbol } from './symbol-here.ts';

export type Define = (symbol: MetSymbol) => Promise<Answer<DefinitionAnswer>>;

/** A search of a large project takes a while. */
const answerWithinMs = 60_000;

/** Finds definitions, each once for a version of the content. */
export const useDefinitions = (): Define => {
  const version = useSelect(({ content }) => content.diff?.version);
  // oxlint-disable-next-line react/exhaustive-deps
  const known = useMemo(() => new Map<string, ReturnType<Define>>(), [version]);
  return ({ name, path, side }) => {
    const key = JSON.stringify([name, path, side]);
    const asked = known.get(key);
    if (asked !== undefined) return asked;
    const query = { name, path, side };
    const answer = navigationClient.call('getDefinition', { query, answerWithinMs });
    known.set(key, answer);
    void answer.then(({ kind }) => kind === 'ok' || known.delete(key));
    return answer;
  };
};
