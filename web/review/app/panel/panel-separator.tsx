import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { panelTexts } from '../../../shell/texts/panel-texts.ts';
import { usePage, useSelect } from '../../ui/page.ts';

const bounds = { min: 240, max: 1200 } as const;
const stepPx = 24;

/** Resizes the panel by mouse or arrow keys. @param keep stores a width in pixels */
export const PanelSeparator = ({ keep }: { readonly keep: (width: number) => void }) => {
  const page = usePage();
  const width = useSelect((state) => state.settings.panelWidth);
  const [isDragged, setDragged] = useState(false);
  const show = (panelWidth: number) =>
    page.store.dispatch({ type: 'settings/changed', change: { panelWidth } });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = widthByKey(event.key, shownWidth(event.currentTarget));
    if (next === undefined) return;
    event.preventDefault();
    keep(next);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (isDragged) show(widthAt(event));
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (!isDragged) return;
    setDragged(false);
    keep(widthAt(event));
  };
  return (
    // A movable separator is focusable. Source: WAI-ARIA 1.2, separator.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
    <div
      className="panel-separator"
      role="separator"
      aria-orientation="vertical"
      aria-label={panelTexts().resize}
      aria-valuenow={width}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      tabIndex={0}
      data-dragged={isDragged ? '' : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDragged(false)}
    />
  );
};

const within = (width: number): number =>
  Math.round(Math.max(bounds.min, Math.min(bounds.max, innerWidth * 0.6, width)));

/** The stored width may exceed what fits in the window. */
const shownWidth = (separator: HTMLElement): number =>
  separator.parentElement?.getBoundingClientRect().width ?? bounds.min;

/** The panel ends at the right edge of the window. */
const widthAt = ({ clientX }: { clientX: number }): number => within(innerWidth - clientX);

const widthByKey = (key: string, width: number): number | undefined => {
  switch (key) {
    case 'ArrowLeft':
      return within(width + stepPx);
    case 'ArrowRight':
      return within(width - stepPx);
    case 'Home':
      return bounds.min;
    case 'End':
      return within(bounds.max);
    default:
      return undefined;
  }
};
