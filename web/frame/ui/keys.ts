import type { FramePage } from './frame-page.ts';

const modifierNames = ['ctrlKey', 'altKey', 'shiftKey', 'metaKey'] as const;
const maxName = 64;

/** Tells the page which keys are pressed here. Copying and moving about stay the browser's own. */
export const tellKeys = ({ send }: Pick<FramePage, 'send'>): void => {
  const listener = (event: KeyboardEvent): void => {
    const { key, code } = event;
    if (key === '' || event.isComposing) return;
    const modifiers = modifierNames.filter((name) => event[name]);
    const isTyping = modifiers.every((name) => name === 'shiftKey') && /^.$|^Enter$/u.test(key);
    if (isTyping && key !== ' ' && !unfolds(event)) event.preventDefault();
    send({ type: 'key', key: key.slice(0, maxName), code: code.slice(0, maxName), modifiers });
  };
  addEventListener('keydown', listener, { capture: true });
};

const unfolds = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof Element && target.matches('summary');
