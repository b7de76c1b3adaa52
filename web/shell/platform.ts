/** Whether to name keys as on a Mac. */
export const isMac = /Mac|iPhone|iPad/u.test(navigator.platform);
