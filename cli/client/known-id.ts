import { GalleyError } from '../../shared/errors.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';

/**
 * Validates an id before it is used in a path or URL.
 * @throws GalleyError `not_found`
 */
export const checkId = (id: string): string => {
  if (!sessionIdSchema.safeParse(id).success) throw unknownSession(id);
  return id;
};

/** The error for an unknown session id. */
export const unknownSession = (id: string): GalleyError =>
  new GalleyError(
    'not_found',
    `There is no review ${id}. \`galley sessions list\` shows the open ones.`,
  );
