/** How many comments a review has at the most. By itself, since the page does without the schemas. */
export const commentsAtMost = 10_000;
