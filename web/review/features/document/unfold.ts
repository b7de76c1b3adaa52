/** Opens the folded text that a node is in. */
export const unfold = (node: Node | undefined): void => {
  for (let at = node?.parentElement; at; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
};
