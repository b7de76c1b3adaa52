/** Limit of comments per review. In a file of its own, since the page does not load the schemas. */
export const maxComments = 10_000;
