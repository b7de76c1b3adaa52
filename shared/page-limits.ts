// Limits in a file without schemas, as the page needs them, too.

/** Maximum lines per request. */
export const maxLines = 20_000;

/** Longest text that can be edited, in UTF-16 units. */
export const maxEditedLength = 1024 * 1024;

/** References of a text that are checked together. */
export const maxReferences = 2000;

/** Images in one comment. */
export const maxAttachments = 20;

/** Longest file that is shared or imported, in bytes. */
export const maxSharedBytes = 64 * 1024 * 1024;

/** Comments by colleagues in a shared file. */
export const maxColleagueComments = 5000;

/** Images that a shared file carries: one of them, and all. */
export const maxSharedImageBytes = 2 * 1024 * 1024;
export const maxSharedImagesBytes = 8 * 1024 * 1024;
