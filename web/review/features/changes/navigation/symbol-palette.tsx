import { useEffect, useState } from 'react';
import type { FoundSymbol, SymbolsAnswer } from '../../../../../shared/session/navigation.ts';
import { showHidden, showPath } from '../../../../../shared/visible-text.ts';
import { SoughtPalette } from '../../../../shell/commands/palette.tsx';
import { commandTitles } from '../../../../shell/texts/command-texts.ts';
import { navigationTexts } from '../../../../shell/texts/navigation-texts.ts';
import { navigationClient } from '../../../protocol/navigation-client.ts';

interface SymbolPaletteProps {
  readonly onClose: () => void;
  readonly onGo: (place: Pick<FoundSymbol, 'path' | 'line'>) => void;
}

/** Finds a function, class or type of the project by its name, in a changed file or not. */
export const SymbolPalette = ({ onClose, onGo }: SymbolPaletteProps) => {
  const [query, setQuery] = useState('');
  const found = useSymbols(query.trim());
  const words = navigationTexts();
  const { symbols = [], cut } = typeof found === 'object' ? found : {};
  const entries = symbols.map((symbol) => ({
    id: `${symbol.path}:${symbol.line}:${symbol.name}`,
    title: showHidden(symbol.name),
    keys: [],
    note: `${showPath(symbol.path)}:${symbol.line}`,
    symbol,
  }));
  return (
    <SoughtPalette
      entries={entries}
      query={query}
      words={{
        title: commandTitles()['symbol.find'],
        placeholder: words.findSymbol,
        none: noneText(query.trim(), found),
      }}
      {...(cut === undefined ? {} : { foot: words.cut[cut] })}
      onQuery={setQuery}
      onClose={onClose}
      onRun={({ symbol }) => onGo(symbol)}
    />
  );
};

const noneText = (query: string, found: SymbolsAnswer | string | undefined): string => {
  const words = navigationTexts();
  if (query.length < minLength) return words.typeMore;
  if (typeof found === 'string') return found;
  return found === undefined ? words.searching : words.noSymbol;
};

/** One letter is in nearly every line. */
const minLength = 2;
/** Time without typing before a search starts. */
const quietMs = 150;

/** The symbols with a text in their name; undefined while they are sought, a sentence if that failed. */
const useSymbols = (q: string): SymbolsAnswer | string | undefined => {
  const [found, setFound] = useState<{ q: string; answer: SymbolsAnswer | string }>();
  useEffect(() => {
    if (q.length < minLength) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const load = async () => {
      const answer = await navigationClient.call('getSymbols', {
        query: { q, side: 'new' },
        signal,
      });
      if (!signal.aborted)
        setFound({ q, answer: answer.kind === 'ok' ? answer.value : answer.sentence });
    };
    const timer = setTimeout(() => void load(), quietMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [q]);
  return found?.q === q ? found.answer : undefined;
};
