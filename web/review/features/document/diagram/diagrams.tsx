import { useLayoutEffect, useState, type RefObject, useRef, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../../shell/button.tsx';
import { diagramTexts } from '../../../../shell/texts/diagram-texts.ts';
import { useResolvedTheme } from '../../../../shell/theme.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { usePage, useSelect } from '../../../ui/page.ts';
import { whenNear } from '../../../../shell/when-near.ts';
import { isHeavy, wantsToLoad, withoutClicks } from './diagram-source.ts';
import type { DiagramTheme, Drawing } from './draw-diagram.ts';
import './diagram.css';

export interface DiagramsProps {
  /** The element that contains the fences. */
  readonly element: RefObject<HTMLElement | null>;
  /** Its HTML. */
  readonly html: object;
}

interface Fence {
  readonly source: HTMLElement;
  /** Container of the diagram, after the source. */
  readonly place: HTMLElement;
}

/** Renders each mermaid fence of a block as a diagram. */
export const Diagrams = ({ element, html }: DiagramsProps) => {
  const [fences, setFences] = useState<readonly Fence[]>([]);
  useLayoutEffect(() => {
    const found = fencesIn(element.current);
    // The elements exist only after rendering.
    // oxlint-disable-next-line react/set-state-in-effect
    setFences(found);
    return () => {
      for (const { place } of found) place.remove();
    };
    // New HTML has new fences.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [element, html]);
  return fences.map(({ source, place }, index) =>
    createPortal(<Diagram source={source} />, place, String(index)),
  );
};

const fencesIn = (element: HTMLElement | null): Fence[] =>
  [...(element?.querySelectorAll('pre > code.language-mermaid') ?? [])].flatMap((code) => {
    const source = code.parentElement;
    if (source === null) return [];
    const place = document.createElement('div');
    source.after(place);
    return [{ source, place }];
  });

/** A mermaid fence as a diagram; as source until it is drawn, if it cannot be, or on request. */
const Diagram = ({ source }: { readonly source: HTMLElement }) => {
  const place = useRef<HTMLDivElement>(null);
  const [wantsSource, setWantsSource] = useState(false);
  const text = source.textContent;
  const { diagram, draw } = useDiagram(text, place);
  const isDrawn = diagram.state === 'drawn';
  const shown = isDrawn && !wantsSource ? diagram.drawing : undefined;
  const isShown = shown !== undefined;
  const enlargement = useEnlargement();
  useLayoutEffect(() => {
    source.toggleAttribute('hidden', isShown);
    return () => source.removeAttribute('hidden');
  }, [source, isShown]);
  const words = diagramTexts();
  const label = words.name(text.trim().split(/\s/u)[0] ?? '');
  return (
    <div className="diagram" ref={place} data-state={diagram.state}>
      {isShown && (
        // The button does the same.
        // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
        <img
          src={shown.address}
          width={shown.width}
          height={shown.height}
          alt={label}
          onClick={enlargement.open}
        />
      )}
      <div className="diagram-bar">
        <DiagramNote diagram={diagram} />
        {diagram.state === 'heavy' && <BarButton words={words.draw} onClick={draw} />}
        {isShown && <BarButton isPlain words={words.enlarge} onClick={enlargement.open} />}
        {isDrawn && (
          <BarButton
            isPlain
            words={wantsSource ? words.showPicture : words.showSource}
            onClick={() => setWantsSource(!wantsSource)}
          />
        )}
      </div>
      {isShown && enlargement.isOpen && (
        <DiagramDialog label={label} drawing={shown} onDismiss={enlargement.close} />
      )}
    </div>
  );
};

/** Few diagrams are enlarged. */
const DiagramDialog = lazyPart(
  () => import('./diagram-dialog.tsx'),
  ({ DiagramDialog }) => DiagramDialog,
);

/** Whether this diagram is shown in the dialog of diagrams. */
const useEnlargement = () => {
  const { store } = usePage();
  const [isChosen, setChosen] = useState(false);
  const dialog = useSelect(({ panel }) => panel.dialog);
  const show = (isOpen: boolean) => {
    setChosen(isOpen);
    store.dispatch({ type: 'panel/dialog', dialog: isOpen ? 'diagram' : undefined });
  };
  return {
    isOpen: isChosen && dialog === 'diagram',
    open: () => show(true),
    close: () => show(false),
  };
};

/** UI text, rendered by CSS: real text nodes would become part of the document's text. */
const Words = ({ children }: { readonly children: string }) => (
  <span aria-hidden="true" data-words={children} />
);

interface BarButtonProps {
  readonly words: string;
  readonly onClick: () => void;
  readonly isPlain?: boolean;
}

const BarButton = ({ words, onClick, isPlain = false }: BarButtonProps) => (
  <Button size="small" tone={isPlain ? 'plain' : 'default'} aria-label={words} onClick={onClick}>
    <Words>{words}</Words>
  </Button>
);

const DiagramNote = ({ diagram }: { readonly diagram: DiagramState }) => {
  const note = noteOf(diagram);
  if (note === undefined) return null;
  return (
    <p role="note" aria-label={note}>
      <Words>{note}</Words>
    </p>
  );
};

const noteOf = (diagram: DiagramState): string | undefined => {
  const { notes } = diagramTexts();
  if (diagram.state === 'heavy') return notes.heavy;
  if (diagram.state === 'refused') return notes.refused;
  return diagram.state === 'invalid' ? notes.invalid(diagram.reason) : undefined;
};

/** `heavy` waits for the user, `refused` is never drawn. */
type DiagramState =
  | { readonly state: 'waiting' | 'heavy' | 'refused' }
  | { readonly state: 'invalid'; readonly reason: string }
  | { readonly state: 'drawn'; readonly drawing: Drawing };

const firstState = (source: string): DiagramState => {
  if (wantsToLoad(source)) return { state: 'refused' };
  return { state: isHeavy(source) ? 'heavy' : 'waiting' };
};

/**
 * Draws a diagram when it is near the viewport, and again if the theme changes.
 * @returns the state, and a function to draw a heavy one
 */
const useDiagram = (
  text: string,
  place: RefObject<HTMLElement | null>,
): { readonly diagram: DiagramState; readonly draw: () => void } => {
  const theme = useResolvedTheme(useSelect(({ settings }) => settings.theme));
  const [diagram, setDiagram] = useState(() => firstState(text));
  const [isAsked, setAsked] = useState(false);
  const isWanted = isAsked ? !wantsToLoad(text) : firstState(text).state === 'waiting';
  useEffect(() => {
    const { current } = place;
    if (current === null || !isWanted) return undefined;
    let isGone = false;
    const draw = async () => {
      const next = await drawn(text, theme);
      if (!isGone) setDiagram(next);
    };
    const forget = whenNear(current, () => void draw());
    return () => {
      isGone = true;
      forget();
    };
  }, [place, text, theme, isWanted]);
  return { diagram, draw: () => setAsked(true) };
};

const drawn = async (source: string, theme: DiagramTheme): Promise<DiagramState> => {
  try {
    const { drawDiagram } = await import('./draw-diagram.ts');
    return { state: 'drawn', drawing: await drawDiagram(withoutClicks(source), theme) };
  } catch (error) {
    return { state: 'invalid', reason: firstLine(error) };
  }
};

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .split('\n')[0]
    ?.replace(/:$/u, '')
    .slice(0, 200) ?? '';
