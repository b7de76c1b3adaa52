import { button } from './element.ts';

const gapPx = 6;

/** The button beside the selected text. */
export class SelectionButton {
  readonly element: HTMLButtonElement;

  constructor(text: string, onClick: () => void) {
    this.element = button(text, { tone: 'accent', onClick });
    this.element.classList.add('selection-button');
    this.element.hidden = true;
    // Pressing it would clear the selection before the click.
    this.element.addEventListener('pointerdown', (event) => event.preventDefault());
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
  }

  show(isShown: boolean): void {
    const rect = isShown
      ? [...(getSelection()?.getRangeAt(0).getClientRects() ?? [])].at(-1)
      : undefined;
    this.element.hidden = rect === undefined;
    if (rect === undefined) return;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const isBelow = rect.bottom + gapPx + height < innerHeight;
    const top = isBelow ? rect.bottom + gapPx : rect.top - gapPx - height;
    this.element.style.top = `${Math.max(gapPx, top + scrollY)}px`;
    this.element.style.left = `${Math.max(gapPx, Math.min(rect.right, innerWidth - width - gapPx) + scrollX)}px`;
  }
}
