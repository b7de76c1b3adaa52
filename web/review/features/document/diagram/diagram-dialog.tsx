import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { Button } from '../../../../shell/button.tsx';
import { DialogFrame } from '../../../../shell/dialog-frame.tsx';
import { diagramTexts } from '../../../../shell/texts/diagram-texts.ts';
import type { Drawing } from './draw-diagram.ts';
import './diagram-dialog.css';

interface DiagramDialogProps {
  readonly label: string;
  readonly drawing: Drawing;
  readonly onDismiss: () => void;
}

const step = 1.25;
const smallest = 0.1;
const largest = 8;

/** A diagram as large as the window allows, which can be zoomed by buttons, keys and the wheel, and moved. */
export const DiagramDialog = (props: DiagramDialogProps) => {
  const view = useRef<HTMLDivElement>(null);
  return (
    <DialogFrame title={props.label} initialFocus={view} onDismiss={props.onDismiss}>
      <DiagramView {...props} view={view} />
    </DialogFrame>
  );
};

interface DiagramViewProps extends DiagramDialogProps {
  readonly view: RefObject<HTMLDivElement | null>;
}

const DiagramView = ({ label, drawing, onDismiss, view }: DiagramViewProps) => {
  const [scale, setScale] = useState(1);
  const words = diagramTexts();
  const zoom = (factor: number) =>
    setScale((before) => Math.min(largest, Math.max(smallest, before * factor)));
  const fit = () => setScale(fittingScale(view.current, drawing));
  useLayoutEffect(() => {
    // The size of the view is known only after rendering.
    // oxlint-disable-next-line react/set-state-in-effect
    setScale(fittingScale(view.current, drawing));
  }, [view, drawing]);
  useWheel(view, zoom);
  const onKeyDown = (event: KeyboardEvent) => {
    const action = {
      '+': () => zoom(step),
      '=': () => zoom(step),
      '-': () => zoom(1 / step),
      '0': fit,
    }[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };
  return (
    <>
      {/* Scrolled with the arrow keys, zoomed with + and -. */}
      <div
        ref={view}
        className="diagram-view"
        role="group"
        aria-label={words.view}
        // oxlint-disable-next-line no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => drag(event)}
      >
        <img
          src={drawing.address}
          width={drawing.width * scale}
          height={drawing.height * scale}
          alt={label}
          draggable={false}
        />
      </div>
      <div className="dialog-actions diagram-actions">
        <Button title={words.key('-')} onClick={() => zoom(1 / step)}>
          {words.smaller}
        </Button>
        <output aria-label={words.scale}>{words.percent(scale)}</output>
        <Button title={words.key('+')} onClick={() => zoom(step)}>
          {words.larger}
        </Button>
        <Button title={words.key('0')} onClick={fit}>
          {words.fit}
        </Button>
        <Button onClick={onDismiss}>{words.close}</Button>
      </div>
    </>
  );
};

/** The whole diagram, at most twice as large as it is. */
const fittingScale = (view: HTMLElement | null, { width, height }: Drawing): number =>
  view === null
    ? 1
    : Math.min(2, (view.clientWidth - 16) / width, (view.clientHeight - 16) / height);

/** Zooms with Ctrl and the wheel, or by pinching; React's listeners cannot prevent the page's own zoom. */
const useWheel = (view: RefObject<HTMLElement | null>, zoom: (factor: number) => void): void =>
  useLayoutEffect(() => {
    const element = view.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 300));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });

/** Moves the diagram under the mouse; touch scrolls by itself. */
const drag = ({ currentTarget: view, pointerId, pointerType, clientX, clientY }: PointerEvent) => {
  if (pointerType !== 'mouse') return;
  const { scrollLeft, scrollTop } = view;
  const ending = new AbortController();
  const options = { signal: ending.signal };
  view.setPointerCapture(pointerId);
  const move = (event: Event) => {
    if (event instanceof MouseEvent)
      view.scrollTo(scrollLeft + clientX - event.clientX, scrollTop + clientY - event.clientY);
  };
  view.addEventListener('pointermove', move, options);
  view.addEventListener('lostpointercapture', () => ending.abort(), options);
};
