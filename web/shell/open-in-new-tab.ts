/** Has a link lead out of the page, into a tab that knows nothing of it; its tooltip says where to. */
export const openInNewTab = (link: Element, target: string): void => {
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
  if (!link.hasAttribute('title')) link.setAttribute('title', target);
};
