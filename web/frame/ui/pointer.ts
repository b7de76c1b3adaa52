import type { FramePage } from './frame-page.ts';
import { pickedAttribute } from './painter.ts';
import { select, selectedRange } from './selection.ts';
import { maxAddressLength, maxClickedMarks } from '../../../shared/limits.ts';

/** Clicks in the frame: they select elements, open comments or name links, and do nothing else. */
export class Pointer {
  readonly #page: FramePage;
  #isPicking = false;
  #picked: Element | undefined;

  constructor(page: FramePage) {
    this.#page = page;
    document.addEventListener('pointerover', ({ target }) => {
      if (this.#isPicking) this.#outline(elementAt(target));
    });
    document.addEventListener('click', this.#onClick, { capture: true });
    document.addEventListener('auxclick', this.#onClick, { capture: true });
    for (const type of ['submit', 'beforeinput', 'dragstart', 'drop'])
      document.addEventListener(type, (event) => event.preventDefault(), { capture: true });
  }

  /** Whether a click selects a whole element. */
  pick(isOn: boolean): void {
    this.#isPicking = isOn;
    this.#outline(undefined);
  }

  readonly #onClick = (event: MouseEvent): void => {
    const element = elementAt(event.target);
    const link = element?.closest('a, area') ?? undefined;
    // Details fold and unfold; nothing else does anything.
    if (link !== undefined || (element?.closest('summary') ?? null) === null || this.#isPicking)
      event.preventDefault();
    if (this.#isPicking && element !== undefined) pickElement(element);
    else if (selectedRange() === undefined) this.#activate(event, link);
  };

  #activate(event: MouseEvent, link: Element | undefined): void {
    const { links, send } = this.#page;
    const ids = this.#idsAt(event);
    const address = link && links.get(link);
    if (ids.length > 0) send({ type: 'clicked', ids: ids.slice(0, maxClickedMarks) });
    else if (address?.startsWith('#') === true) goTo(address.slice(1));
    else if (address !== undefined)
      send({ type: 'link', address: address.slice(0, maxAddressLength) });
  }

  #idsAt({ clientX, clientY }: MouseEvent): readonly string[] {
    const { map, painter } = this.#page;
    // Safari has no such method yet.
    const caret = document.caretPositionFromPoint?.(clientX, clientY);
    const place = caret ? map.offsetAt(caret.offsetNode, caret.offset) : undefined;
    return place === undefined ? [] : painter.idsAt(...place);
  }

  #outline(element: Element | undefined): void {
    this.#picked?.removeAttribute(pickedAttribute);
    this.#picked = element;
    element?.setAttribute(pickedAttribute, '');
  }
}

const elementAt = (target: EventTarget | null): Element | undefined =>
  target instanceof Element && target !== document.documentElement && target !== document.body
    ? target
    : undefined;

const pickElement = (element: Element): void => {
  const range = new Range();
  range.selectNode(element);
  select(range);
};

const goTo = (name: string): void => {
  let id = name;
  try {
    id = decodeURIComponent(name);
  } catch {
    // As it is.
  }
  document.getElementById(id)?.scrollIntoView();
};
