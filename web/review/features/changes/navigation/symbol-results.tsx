import { useEffect, useMemo, useState } from 'react';
import type { Definition, FileReferences } from '../../../../../shared/session/navigation.ts';
import { showHidden } from '../../../../../shared/visible-text.ts';
import { DialogFrame, type DialogFrameProps } from '../../../../shell/dialog-frame.tsx';
import { navigationTexts } from '../../../../shell/texts/navigation-texts.ts';
import { structureTexts } from '../../../../shell/texts/structure-texts.ts';
import { readReferences, type SearchEnd } from '../../../protocol/navigation-client.ts';
import { PlaceList, type Place, type PlacesOfFile } from './place-list.tsx';
import type { MetSymbol } from './symbol-here.ts';

export interface ResultsProps {
  readonly symbol: MetSymbol;
  readonly onClose: () => void;
  readonly onGo: (place: Pick<Place, 'path' | 'line'>) => void;
}

interface DefinitionsProps extends ResultsProps {
  /** Undefined while they are sought. */
  readonly definitions: readonly Definition[] | undefined;
}

/** Where a symbol may be defined. */
export const DefinitionsDialog = ({ symbol, definitions, onClose, onGo }: DefinitionsProps) => {
  const words = navigationTexts();
  const groups = useMemo(() => groupsOf(definitions ?? []), [definitions]);
  const name = showHidden(symbol.name);
  const isOver = definitions !== undefined;
  return (
    <ResultsFrame title={words.definitions(name)} onDismiss={onClose}>
      <PlaceList
        groups={groups}
        name={symbol.name}
        none={isOver ? words.noDefinition(name) : ''}
        foot={isOver ? '' : words.searching}
        onGo={onGo}
      />
    </ResultsFrame>
  );
};

const ResultsFrame = ({ title, children, onDismiss }: DialogFrameProps) => (
  <DialogFrame title={title} look="palette" onDismiss={onDismiss}>
    <p className="symbol-title" aria-hidden="true">
      {title}
    </p>
    {children}
  </DialogFrame>
);

const groupsOf = (definitions: readonly Definition[]): PlacesOfFile[] => {
  const paths = [...new Set(definitions.map(({ path }) => path))];
  const { kinds } = structureTexts();
  return paths.map((value) => ({
    value,
    more: 0,
    items: definitions
      .filter(({ path }) => path === value)
      .map(({ path, line, signature, kind }) => ({
        ...placeAt({ path, line, text: signature.split('\n')[0] ?? '' }),
        ...(kind === undefined ? {} : { kind: kinds[kind] }),
      })),
  }));
};

const placeAt = (place: Omit<Place, 'id'>): Place => ({
  ...place,
  id: `${place.path}:${place.line}`,
});

/** Where a symbol is used, by file, while that is found. */
export const ReferencesDialog = ({ symbol, onClose, onGo }: ResultsProps) => {
  const words = navigationTexts();
  const { groups, end } = useReferences(symbol);
  const name = showHidden(symbol.name);
  const lines = groups.reduce((sum, { items, more }) => sum + items.length + more, 0);
  const found = lines === 0 ? [] : [words.found(lines, groups.length)];
  return (
    <ResultsFrame title={words.references(name)} onDismiss={onClose}>
      <PlaceList
        groups={groups}
        name={symbol.name}
        none={end === undefined || 'error' in end ? '' : words.noReference(name)}
        foot={[...found, ...endWords(end)].join(' · ')}
        onGo={onGo}
      />
    </ResultsFrame>
  );
};

const endWords = (end: SearchEnd | undefined): string[] => {
  const { searching, cut } = navigationTexts();
  if (end === undefined) return [searching];
  if ('error' in end) return [end.error];
  return end.cut === undefined ? [] : [cut[end.cut]];
};

/** How often the list grows while references are found. */
const showEveryMs = 150;

const nothing: { readonly groups: readonly PlacesOfFile[]; readonly end?: SearchEnd } = {
  groups: [],
};

const useReferences = ({ name, side, path }: MetSymbol) => {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const groups: PlacesOfFile[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (end?: SearchEnd) => {
      clearTimeout(timer);
      timer = undefined;
      if (!signal.aborted) setFound({ groups: [...groups], ...(end === undefined ? {} : { end }) });
    };
    const onFiles = (files: readonly FileReferences[]) => {
      const isFirst = groups.length === 0;
      groups.push(...files.map(groupOf));
      if (isFirst) show();
      else timer ??= setTimeout(show, showEveryMs);
    };
    void readReferences({ name, side, path, signal, onFiles }).then(show);
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [name, side, path]);
  return found;
};

const groupOf = ({ path, lines, more = 0 }: FileReferences): PlacesOfFile => ({
  value: path,
  more,
  items: lines.map(({ line, text }) => placeAt({ path, line, text })),
});
