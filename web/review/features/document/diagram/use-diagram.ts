import { useEffect, useState, type RefObject } from 'react';
import { useResolvedTheme } from '../../../../shell/theme.ts';
import { useSelect } from '../../../ui/page.ts';
import { whenNear } from '../../../../shell/when-near.ts';
import { isHeavy, wantsToLoad, withoutClicks } from './diagram-source.ts';
import type { DiagramTheme, Drawing } from './draw-diagram.ts';

/** How far a diagram is. `heavy` waits for the reader's word, `refused` is never drawn. */
export type DiagramState =
  | { readonly state: 'waiting' | 'heavy' | 'refused' }
  | { readonly state: 'invalid'; readonly reason: string }
  | { readonly state: 'drawn'; readonly drawing: Drawing };

const firstState = (source: string): DiagramState => {
  if (wantsToLoad(source)) return { state: 'refused' };
  return { state: isHeavy(source) ? 'heavy' : 'waiting' };
};

/** Draws a diagram once it is near, and again for the other theme. @returns what to call for a heavy one */
export const useDiagram = (
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
