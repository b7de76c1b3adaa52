import { CodeView } from '@pierre/diffs';

/**
 * The library's scroller, without redraws below a pressed pointer: new colours or findings would replace what is being
 * clicked or dragged over. After a redraw below a resting mouse, restores the hover state.
 */
export class SteadyCodeView extends CodeView {
  readonly #listening = new AbortController();
  #scroller: HTMLElement | undefined;
  #isPressed = false;
  #isDrawingAsked = false;
  #drawnAt = 0;
  /** What the mouse is over, and where. */
  #hovered: { readonly element: Element; readonly x: number; readonly y: number } | undefined;

  override setup(root: HTMLElement): void {
    this.#scroller = root;
    const options = { capture: true, passive: true, signal: this.#listening.signal };
    root.addEventListener('pointerdown', (event) => this.#press(event), options);
    for (const end of ['pointerup', 'pointercancel'] as const)
      document.addEventListener(end, () => this.#release(), options);
    root.addEventListener('pointermove', (event) => this.#hover(event), options);
    root.addEventListener('pointerleave', () => (this.#hovered = undefined), options);
    super.setup(root);
  }

  override cleanUp(): void {
    this.#listening.abort();
    super.cleanUp();
  }

  override render(isImmediate = false): void {
    if (this.#isPressed && !isImmediate && !this.#hasScrolled()) this.#isDrawingAsked = true;
    else super.render(isImmediate);
  }

  /** Called after a redraw. */
  restoreHover(): void {
    if (this.#isPressed || this.#hovered?.element.isConnected !== false) return;
    const { x, y } = this.#hovered;
    this.#hovered = undefined;
    // By then the library has finished drawing.
    queueMicrotask(() => {
      const file = document.elementFromPoint(x, y);
      const element = file?.shadowRoot?.elementFromPoint(x, y);
      const move = { clientX: x, clientY: y, pointerType: 'mouse', bubbles: true, composed: true };
      element?.dispatchEvent(new PointerEvent('pointermove', move));
    });
  }

  /** Scrolling while dragging has to draw what comes into view. */
  #hasScrolled(): boolean {
    const scrolledTo = this.#scroller?.scrollTop ?? 0;
    const hasScrolled = scrolledTo !== this.#drawnAt;
    this.#drawnAt = scrolledTo;
    return hasScrolled;
  }

  #press(event: PointerEvent): void {
    const [element] = event.composedPath();
    // Content between lines is not the library's and is not replaced.
    const isCode = element instanceof Element && element.getRootNode() instanceof ShadowRoot;
    if (!isCode || !event.isPrimary || event.button !== 0) return;
    this.#isPressed = true;
    this.#drawnAt = this.#scroller?.scrollTop ?? 0;
  }

  #release(): void {
    if (!this.#isPressed) return;
    // The click follows in the same task.
    setTimeout(() => {
      this.#isPressed = false;
      if (this.#isDrawingAsked) this.render();
      this.#isDrawingAsked = false;
    });
  }

  #hover(event: PointerEvent): void {
    // The button was released outside of the page.
    if (event.buttons === 0) this.#release();
    const [element] = event.composedPath();
    if (event.pointerType !== 'mouse' || !(element instanceof Element)) return;
    this.#hovered = { element, x: event.clientX, y: event.clientY };
  }
}
