import { GalleyError } from '../../../shared/errors.ts';
import {
  namedScopes,
  type NamedScope,
  type Scope,
  type ScopeChoice,
} from '../../../shared/session/scope.ts';

/** What is compared in a folder: the same in all repositories, or something in one of them. */
export type FolderScope =
  | { readonly of: 'all'; readonly kind: NamedScope }
  | { readonly of: 'one'; readonly folder: string; readonly choice: ScopeChoice };

/** No path has this in it. */
const separator = '//';

/** A scope of one repository, as one of the folder. */
export const scopeBelow = (folder: string, scope: Scope): Scope => ({
  ...scope,
  id: `in:${folder}${separator}${scope.id}`,
  repository: folder,
});

/** Reads the id of a folder's scope. @throws GalleyError `unknown_revision` */
export const parseFolderScope = (id: string): FolderScope => {
  const kind = namedScopes.find((name) => name === id);
  if (kind !== undefined) return { of: 'all', kind };
  const at = id.indexOf(separator);
  if (!id.startsWith('in:') || at < 0)
    throw new GalleyError(
      'unknown_revision',
      `${JSON.stringify(id)} is nothing that can be compared in a folder of several repositories.`,
    );
  const choice = { scope: id.slice(at + separator.length) };
  return { of: 'one', folder: id.slice('in:'.length, at), choice };
};
