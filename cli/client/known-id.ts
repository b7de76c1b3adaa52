import { GalleyError } from '../../shared/errors.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';

/**
 * Checks an id before it becomes part of a path or an address.
 * @throws GalleyError `not_found`
 */
export const checkId = (id: string): string => {
  if (!sessionIdSchema.safeParse(id).success) throw unknownSession(id);
  return id;
};

/** The error of an id that names no session. */
export const unknownSession = (id: string): GalleyError =>
  new GalleyError(
    'not_found',
    `There is no review ${id}. \`galley sessions list\` shows the open ones.`,
  );
