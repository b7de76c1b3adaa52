import { texts } from '../../../../shell/texts/texts.ts';

const named = new WeakSet<ShadowRoot>();

/** Names the library's button that comments on a line, wherever it comes to stand in a file: it is only a sign. */
export const nameCommentButton = (element: HTMLElement): void => {
  const root = element.shadowRoot;
  if (root === null || named.has(root)) return;
  named.add(root);
  const name = () =>
    root
      .querySelector('[data-utility-button]:not([aria-label])')
      ?.setAttribute('aria-label', texts().diff.commentOnLine);
  name();
  // The mouse, the keyboard and what is drawn anew put it there.
  new MutationObserver(name).observe(root, { childList: true, subtree: true });
};
