/** What a comment asks of the agent. Only `must` and `replace` request a change. */
export const commentKinds = ['must', 'replace', 'question', 'nit', 'keep'] as const;
export type CommentKind = (typeof commentKinds)[number];

/** Kinds of the previous release, still found in drafts, decisions and settings. */
const formerKinds = new Map<unknown, CommentKind>([
  ['comment', 'must'],
  ['concern', 'must'],
  ['suggestion', 'replace'],
]);

/** Maps a kind of any release to its current name. Without a schema, since the page has none. */
export const currentKind = (kind: unknown): unknown => formerKinds.get(kind) ?? kind;

/** Limit of comments per review. */
export const maxComments = 10_000;
