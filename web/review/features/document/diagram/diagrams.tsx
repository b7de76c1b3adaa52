import { useLayoutEffect, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Diagram } from './diagram.tsx';

export interface DiagramsProps {
  /** What the fences stand in. */
  readonly element: RefObject<HTMLElement | null>;
  /** What was put into it. */
  readonly html: object;
}

interface Fence {
  readonly source: HTMLElement;
  /** Behind the source, for its picture. */
  readonly place: HTMLElement;
}

/** The diagrams of a block, each in the place of its fence. */
export const Diagrams = ({ element, html }: DiagramsProps) => {
  const [fences, setFences] = useState<readonly Fence[]>([]);
  useLayoutEffect(() => {
    const found = fencesIn(element.current);
    // They are elements, which are there only now.
    // oxlint-disable-next-line react/set-state-in-effect
    setFences(found);
    return () => {
      for (const { place } of found) place.remove();
    };
    // Other HTML has other fences.
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
