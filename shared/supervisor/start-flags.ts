/** The argument that tells a supervisor to take the place of the one that leads. */
export const replaceFlag = '--replace';

/**
 * The argument that tells a supervisor that something keeps it up: it has no idle exit, and leaves its sessions to the
 * next one when a signal stops it.
 */
export const leaveFlag = '--leave';
