import type { FindingGroup } from '../../store/panel-slice.ts';

const name = 'galley.findings.group';

/** Remembers how this tab groups findings. */
export const keepGroup = (group: FindingGroup): void => {
  try {
    sessionStorage.setItem(name, group);
  } catch {
    // A browser that keeps nothing for pages: the choice holds until the page is loaded again.
  }
};

/** How this tab grouped findings before it was loaded again. */
export const keptGroup = (): FindingGroup | undefined => {
  try {
    const group = sessionStorage.getItem(name);
    return group === 'place' || group === 'source' || group === 'kind' ? group : undefined;
  } catch {
    // As above.
    return undefined;
  }
};
