/** Makes a supervisor replace the leading one. */
export const replaceFlag = '--replace';

/** For a supervisor run as a service: no idle exit, and a signal leaves its sessions to the next supervisor. */
export const leaveFlag = '--leave';
