/** The URL on the control API that redirects to an ended review; `base` has no trailing slash. */
export const endedAddress = (base: string, id: string): string => `${base}/ended/${id}/`;

/** The review id in such a path. */
export const endedIdIn = (path: string): string | undefined =>
  /^\/ended\/([0-9a-hjkmnp-tv-z]{12})\/?$/u.exec(path)?.[1];
