/** Maximum lines per request. In a file without schemas, as the page needs it, too. */
export const maxLines = 20_000;
