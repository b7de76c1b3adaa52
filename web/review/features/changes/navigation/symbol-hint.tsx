import { useEffect, useRef, useState } from 'react';
import type { Definition } from '../../../../../shared/session/navigation.ts';
import { showHidden, showPath } from '../../../../../shared/visible-text.ts';
import { isMac } from '../../../../shell/platform.ts';
import { symbolAt, type PathOf } from './symbol-here.ts';
import './navigation.css';
import type { Define } from './use-definitions.ts';

interface SymbolHintProps {
  readonly pathOf: PathOf;
  readonly define: Define;
  readonly onPress: () => void;
}

interface Shown {
  readonly definition: Definition | undefined;
  readonly box: DOMRect;
}

/** How long the pointer rests on a symbol before it is looked up. */
const restMs = 120;
const isHeld = (event: MouseEvent | KeyboardEvent): boolean =>
  isMac ? event.metaKey : event.ctrlKey;

/** While Ctrl or Cmd is held: what the symbol below the pointer is, and a press goes to its definition. */
export const SymbolHint = (props: SymbolHintProps) => {
  const [shown, setShown] = useState<Shown>();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => listen(latest, setShown), []);
  if (shown === undefined) return null;
  const { box, definition } = shown;
  const isBelow = box.bottom + 160 < innerHeight;
  const place = isBelow ? { top: box.bottom + 4 } : { bottom: innerHeight - box.top + 4 };
  return (
    <>
      <div
        className="symbol-mark"
        style={{ left: box.left, top: box.bottom - 2, width: box.width }}
      />
      {definition !== undefined && (
        <div
          className="symbol-hint"
          role="tooltip"
          style={{ left: Math.min(box.left, Math.max(8, innerWidth - 500)), ...place }}
        >
          <pre>{showHidden(definition.signature)}</pre>
          <span>
            {showPath(definition.path)}:{definition.line}
          </span>
        </div>
      )}
    </>
  );
};

/** @returns a cleanup function */
const listen = (
  latest: { readonly current: SymbolHintProps },
  show: (shown: Shown | undefined) => void,
): (() => void) => {
  const ending = new AbortController();
  const options = { signal: ending.signal, capture: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;
  const here = ({ clientX: x, clientY: y }: MouseEvent) =>
    symbolAt({ x, y }, latest.current.pathOf);
  const hide = () => {
    clearTimeout(timer);
    turn += 1;
    show(undefined);
  };
  const look = async (event: MouseEvent): Promise<void> => {
    const symbol = here(event);
    if (symbol === undefined) return;
    const own = turn;
    show({ definition: undefined, box: symbol.box });
    const answer = await latest.current.define(symbol);
    const definition = answer.kind === 'ok' ? answer.value.definitions[0] : undefined;
    if (own === turn && !ending.signal.aborted) show({ definition, box: symbol.box });
  };
  const moved = (event: PointerEvent): void => {
    hide();
    if (isHeld(event) && event.buttons === 0) timer = setTimeout(() => void look(event), restMs);
  };
  const pressed = (event: MouseEvent): void => {
    hide();
    if (!isHeld(event) || event.button !== 0) return;
    if (here(event) === undefined) return;
    // Nothing is selected, and no comment begun.
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'click') latest.current.onPress();
  };
  addEventListener('pointermove', moved, options);
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'click'] as const)
    addEventListener(type, pressed, options);
  for (const type of ['keyup', 'scroll', 'blur']) addEventListener(type, hide, options);
  return () => {
    hide();
    ending.abort();
  };
};
