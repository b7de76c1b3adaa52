import { useLayoutEffect, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Diagram } from './diagram.tsx';

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
