import { useEffect, useMemo, useRef, useState } from 'react';
import type { Definition } from '../../../../../shared/session/navigation.ts';
import type { Side } from '../../../../../shared/session/side-lines.ts';
import { showHidden } from '../../../../../shared/visible-text.ts';
import { SoughtPalette } from '../../../../shell/commands/palette.tsx';
import { navigationTexts } from '../../../../shell/texts/navigation-texts.ts';
import { noticeOf } from '../../../store/notices-slice.ts';
import { useCan, usePage, useSelect } from '../../../ui/page.ts';
import { useChangedFiles } from '../viewed/viewed-progress.tsx';
import { SymbolHint } from './symbol-hint.tsx';
import { SymbolPalette } from './symbol-palette.tsx';
import { DefinitionsDialog, ReferencesDialog, type ResultsProps } from './symbol-results.tsx';
import {
  lineSymbols,
  selectedSymbol,
  symbolAt,
  type LineSymbols,
  type MetSymbol,
  type PathOf,
  type Point,
} from './symbol-here.ts';
import { useDefinitions, type Define } from './use-definitions.ts';
import { usePointer } from './use-pointer.ts';

/** Leads from a symbol in the code to where it is defined and used. */
export const Symbols = () => (useCan('navigation') ? <Navigation /> : null);

const Navigation = () => {
  const { store, viewer } = usePage();
  const files = useChangedFiles();
  const pathOf = useMemo((): PathOf => {
    const paths = new Map(files.map(({ id, path }) => [id, path]));
    return (id) => paths.get(id);
  }, [files]);
  const define = useDefinitions();
  const pointer = usePointer();
  const [chosen, setChosen] = useState<MetSymbol>();
  const dialog = useSelect(({ panel }) => panel.dialog);
  const seek = () => {
    // What is pressed is meant, not what is selected elsewhere.
    getSelection()?.removeAllRanges();
    store.dispatch({ type: 'panel/dialog', dialog: 'definition' });
  };
  const close = () => store.dispatch({ type: 'panel/dialog', dialog: undefined });
  if (dialog === 'symbols')
    return (
      <SymbolPalette
        onClose={close}
        onGo={({ path, line }) => viewer.current()?.openPath?.(placeOf(path, 'new', line))}
      />
    );
  if (dialog !== 'definition' && dialog !== 'references')
    return <SymbolHint pathOf={pathOf} define={define} onPress={seek} />;
  return (
    <SymbolDialog
      key={dialog}
      wanted={dialog}
      here={() => chosen ?? symbolHere(pathOf, pointer())}
      define={define}
      onClose={() => {
        setChosen(undefined);
        close();
      }}
      onChoose={(symbol) => {
        setChosen(symbol);
        store.dispatch({ type: 'panel/dialog', dialog });
      }}
    />
  );
};

const placeOf = (filePath: string, side: Side, line: number) => ({
  filePath,
  side,
  lineStart: line,
  lineEnd: line,
});

interface SymbolDialogProps {
  readonly wanted: 'definition' | 'references';
  readonly here: () => MetSymbol | LineSymbols;
  readonly define: Define;
  readonly onClose: () => void;
  /** Called after `onClose`. */
  readonly onChoose: (symbol: MetSymbol) => void;
}

const SymbolDialog = ({ wanted, here, define, onClose, onChoose }: SymbolDialogProps) => {
  const { viewer } = usePage();
  const [symbol] = useState(here);
  if (!('name' in symbol))
    return (
      <ChooseSymbol
        symbols={symbol}
        onClose={onClose}
        onChoose={(name) => onChoose({ path: symbol.path, side: symbol.side, name })}
      />
    );
  const onGo = ({ path: filePath, line }: Pick<Definition, 'path' | 'line'>) => {
    onClose();
    const place = placeOf(filePath, symbol.side, line);
    // The dialog restores the focus first.
    requestAnimationFrame(() => viewer.current()?.openPath?.(place));
  };
  if (wanted === 'references')
    return <ReferencesDialog symbol={symbol} onClose={onClose} onGo={onGo} />;
  return <DefinitionSought symbol={symbol} define={define} onClose={onClose} onGo={onGo} />;
};

/** A search that takes longer is shown. */
const slowMs = 400;

/** Goes to the definition, if there is only one; shows them to choose from otherwise. */
const DefinitionSought = ({
  symbol,
  define,
  onClose,
  onGo,
}: ResultsProps & Pick<SymbolDialogProps, 'define'>) => {
  const { store } = usePage();
  const [found, setFound] = useState<readonly Definition[]>();
  const [isSlow, setIsSlow] = useState(false);
  const latest = useRef({ define, onClose, onGo });
  useEffect(() => {
    latest.current = { define, onClose, onGo };
  });
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => setIsSlow(true), slowMs);
    void latest.current.define(symbol).then((answer) => {
      if (isOver) return;
      const definitions = answer.kind === 'ok' ? answer.value.definitions : [];
      const [first] = definitions;
      if (definitions.length > 1) setFound(definitions);
      else if (first !== undefined) latest.current.onGo(first);
      else {
        const { noDefinition } = navigationTexts();
        latest.current.onClose();
        const isNone = answer.kind === 'ok';
        store.dispatch(noticeOf(isNone ? noDefinition(showHidden(symbol.name)) : answer.sentence));
      }
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [store, symbol]);
  if (found === undefined && !isSlow) return null;
  return <DefinitionsDialog symbol={symbol} definitions={found} onClose={onClose} onGo={onGo} />;
};

const symbolHere = (pathOf: PathOf, point: Point | undefined): MetSymbol | LineSymbols => {
  const selected = selectedSymbol(pathOf);
  if (selected !== undefined) return selected;
  const pointed = point && symbolAt(point, pathOf);
  return pointed ?? lineSymbols(pathOf) ?? { path: '', side: 'new', names: [] };
};

interface ChooseSymbolProps {
  readonly symbols: LineSymbols;
  readonly onClose: () => void;
  readonly onChoose: (name: string) => void;
}

/** A symbol of the line that the keyboard is on, or any by its name. */
const ChooseSymbol = ({ symbols: { names }, onClose, onChoose }: ChooseSymbolProps) => {
  const [query, setQuery] = useState('');
  const words = navigationTexts();
  const typed = query.trim();
  const matching = names.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
  const own = typed === '' || /\s/u.test(typed) || matching.includes(typed) ? [] : [typed];
  return (
    <SoughtPalette
      entries={[...matching, ...own].map((name) => ({ id: name, title: name, keys: [] }))}
      query={query}
      words={{ title: words.choose, placeholder: words.type, none: words.noMatches }}
      onQuery={setQuery}
      onClose={onClose}
      onRun={({ id }) => onChoose(id)}
    />
  );
};
