import { useRef, useState, type ReactNode } from 'react';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { Button } from '../../../common/button.tsx';
import { texts } from '../../../texts/texts.ts';
import { useDiagram, type DiagramState } from './use-diagram.ts';
import './diagram.css';

export interface DiagramProps {
  readonly block: Block;
  /** The block's source, as any other code is shown. */
  readonly children: ReactNode;
}

/** A fence of mermaid as a picture, or as its source: until it is drawn, where it cannot be, and where it is wanted. */
export const Diagram = ({ block, children }: DiagramProps) => {
  const place = useRef<HTMLDivElement>(null);
  const [wantsSource, setWantsSource] = useState(false);
  const { diagram, draw } = useDiagram(block, place);
  const isDrawn = diagram.state === 'drawn';
  const shown = isDrawn && !wantsSource ? diagram.drawing : undefined;
  const { document: words } = texts();
  return (
    <div className="diagram" ref={place} data-state={diagram.state}>
      {shown !== undefined && (
        <img
          src={shown.address}
          width={shown.width}
          height={shown.height}
          alt={words.diagram(block.text.trim().split(/\s/u)[0] ?? '')}
        />
      )}
      <div hidden={shown !== undefined}>{children}</div>
      <div className="diagram-bar">
        <DiagramNote diagram={diagram} />
        {diagram.state === 'heavy' && (
          <Button size="small" onClick={draw}>
            {words.drawDiagram}
          </Button>
        )}
        {isDrawn && (
          <Button size="small" tone="plain" onClick={() => setWantsSource(!wantsSource)}>
            {wantsSource ? words.showPicture : words.showSource}
          </Button>
        )}
      </div>
    </div>
  );
};

const DiagramNote = ({ diagram }: { readonly diagram: DiagramState }) => {
  const { diagramNotes } = texts().document;
  if (diagram.state === 'heavy') return <p>{diagramNotes.heavy}</p>;
  if (diagram.state === 'refused') return <p>{diagramNotes.refused}</p>;
  return diagram.state === 'invalid' ? <p>{diagramNotes.invalid(diagram.reason)}</p> : null;
};
