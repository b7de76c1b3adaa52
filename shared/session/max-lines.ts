/** As many lines of a file as one request gets; apart from the schemas, since the page knows it, too. */
export const maxLines = 20_000;
