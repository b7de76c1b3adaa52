import { maxReferences } from '../../../../../shared/limits.ts';
import type { Reference } from '../../../../../shared/session/links.ts';
import { documentClient } from '../../../protocol/document-client.ts';

/** Tells where a reference leads; null if that is no file of the project, undefined if it was not asked for. */
export type FindFile = (reference: Reference) => string | null | undefined;

/** Finds out in one request where references lead; those beyond its limit are not asked for. */
export const checkReferences = async (
  references: readonly Reference[],
  file: string | undefined,
  signal: AbortSignal,
): Promise<FindFile | undefined> => {
  const unique = new Map(references.map((reference) => [keyOf(reference), reference]));
  const asked = [...unique].slice(0, maxReferences);
  if (asked.length === 0) return undefined;
  const body = {
    references: asked.map(([, reference]) => reference),
    ...(file === undefined ? {} : { file }),
  };
  const answer = await documentClient.call('checkLinks', { body, signal });
  // The text can be read without.
  if (answer.kind !== 'ok') return undefined;
  const { files } = answer.value;
  const found = new Map(asked.map(([key], index) => [key, files[index]]));
  return (reference) => found.get(keyOf(reference));
};

const keyOf = ({ path, isLink, document }: Reference): string =>
  JSON.stringify([path, isLink, document]);
