/** The argument that tells a supervisor to take the place of the one that leads. */
export const replaceFlag = '--replace';
