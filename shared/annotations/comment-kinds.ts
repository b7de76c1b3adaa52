/** What a comment asks of the agent, in every mode. Only `must` and `replace` request a change. */
export const commentKinds = ['must', 'replace', 'question', 'nit', 'keep'] as const;
export type CommentKind = (typeof commentKinds)[number];

/** Kinds of the release before, in drafts, decisions and settings that it has left. */
const formerKinds = new Map<unknown, CommentKind>([
  ['comment', 'must'],
  ['concern', 'must'],
  ['suggestion', 'replace'],
]);

/** A kind as it is called now, whatever release wrote it. Without a schema, since the page does without. */
export const currentKind = (kind: unknown): unknown => formerKinds.get(kind) ?? kind;
