/**
 * Gives the keyboard to what is read, unless something else has it already: it scrolls at once. Nobody has asked for it,
 * so it is not shown before a key was pressed.
 * @returns what ends that
 */
export const takeFocus = (root: HTMLElement): (() => void) | undefined => {
  if (document.activeElement !== null && document.activeElement !== document.body) return undefined;
  const ending = new AbortController();
  const show = () => {
    delete root.dataset['quietFocus'];
    ending.abort();
  };
  root.dataset['quietFocus'] = '';
  root.focus({ preventScroll: true });
  for (const type of ['keydown', 'blur'])
    root.addEventListener(type, show, { signal: ending.signal });
  return show;
};
