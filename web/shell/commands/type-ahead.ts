/**
 * Keeps what is typed between the command that opens a dialog and the focus of the dialog's text field, which may have
 * to be loaded first, and types it there. A dialog without one drops it.
 */
export class TypeAhead {
  #dialog: unknown;
  #text = '';
  readonly #ending = new AbortController();

  constructor() {
    window.addEventListener('focusin', this.#hand, { signal: this.#ending.signal });
  }

  /**
   * @param dialog the open dialog, if any; another one starts anew
   * @returns what the key means while that dialog does not have the focus yet
   */
  meaningOf(event: KeyboardEvent, dialog: unknown): (() => void) | undefined {
    if (dialog !== this.#dialog) this.#text = '';
    this.#dialog = dialog;
    if (dialog === undefined || isInDialog(document.activeElement)) return undefined;
    if (isText(event)) return () => (this.#text += event.key);
    if (event.key === 'Backspace' && this.#text !== '')
      return () => (this.#text = this.#text.slice(0, -1));
    return undefined;
  }

  dispose(): void {
    this.#ending.abort();
  }

  readonly #hand = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || !isInDialog(target)) return;
    const text = this.#text;
    this.#text = '';
    // As if typed: replaces the selection, can be undone, and tells the page.
    if (text !== '' && target.matches('input, textarea'))
      document.execCommand('insertText', false, text);
  };
}

/** Whether the key types a character. */
export const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

const isInDialog = (element: Element | null): boolean =>
  (element?.closest('[role="dialog"]') ?? null) !== null;
