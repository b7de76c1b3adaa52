/** Makes a supervisor replace the leading one. */
export const replaceFlag = '--replace';

/** For `supervisor run --leave`: no idle exit, and a signal leaves the sessions to the next supervisor. */
export const leaveFlag = '--leave';
