import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../../shell/button.tsx';
import { texts } from '../../../../shell/texts/texts.ts';
import { useDiagram, type DiagramState } from './use-diagram.ts';
import './diagram.css';

/** A fence of mermaid as a picture, or as its source: until it is drawn, where it cannot be, and where it is wanted. */
export const Diagram = ({ source }: { readonly source: HTMLElement }) => {
  const place = useRef<HTMLDivElement>(null);
  const [wantsSource, setWantsSource] = useState(false);
  const text = source.textContent;
  const { diagram, draw } = useDiagram(text, place);
  const isDrawn = diagram.state === 'drawn';
  const shown = isDrawn && !wantsSource ? diagram.drawing : undefined;
  const isShown = shown !== undefined;
  useLayoutEffect(() => {
    source.toggleAttribute('hidden', isShown);
    return () => source.removeAttribute('hidden');
  }, [source, isShown]);
  const { document: words } = texts();
  return (
    <div className="diagram" ref={place} data-state={diagram.state}>
      {isShown && (
        <img
          src={shown.address}
          width={shown.width}
          height={shown.height}
          alt={words.diagram(text.trim().split(/\s/u)[0] ?? '')}
        />
      )}
      <div className="diagram-bar">
        <DiagramNote diagram={diagram} />
        {diagram.state === 'heavy' && <BarButton words={words.drawDiagram} onClick={draw} />}
        {isDrawn && (
          <BarButton
            isPlain
            words={wantsSource ? words.showPicture : words.showSource}
            onClick={() => setWantsSource(!wantsSource)}
          />
        )}
      </div>
    </div>
  );
};

/** Words of the page's own. The style sheet writes them: text among the document's would be taken for a part of it. */
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
  const { diagramNotes } = texts().document;
  if (diagram.state === 'heavy') return diagramNotes.heavy;
  if (diagram.state === 'refused') return diagramNotes.refused;
  return diagram.state === 'invalid' ? diagramNotes.invalid(diagram.reason) : undefined;
};
