/** Opens a link in a new tab without an opener; the tooltip shows the target. */
export const openInNewTab = (link: Element, target: string): void => {
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
  if (!link.hasAttribute('title')) link.setAttribute('title', target);
};
