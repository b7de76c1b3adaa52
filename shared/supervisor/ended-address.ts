/** Where the control API's listener leads to an ended review; no slash at the end of `base`. */
export const endedAddress = (base: string, id: string): string => `${base}/ended/${id}/`;

/** The id of the ended review that a path of the control API's listener leads to. */
export const endedIdIn = (path: string): string | undefined =>
  /^\/ended\/([0-9a-hjkmnp-tv-z]{12})\/?$/u.exec(path)?.[1];
