import { GalleyError } from '../../shared/errors.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';
import type { FoundSupervisor } from './find-supervisor.ts';

/** The error of a command that needs to know whether a supervisor is running, but cannot tell. */
export const unclearError = ({ reason, advice }: Unclear): GalleyError =>
  new GalleyError(
    'supervisor_unreachable',
    `Cannot tell which sessions are running: ${reason}. ${advice}`,
  );

type Unclear = Pick<Extract<FoundSupervisor, { kind: 'unclear' }>, 'reason' | 'advice'>;

/** The error for a request without an answer. */
export const noAnswer = (url: string, cause: unknown): GalleyError =>
  new GalleyError(
    'supervisor_unreachable',
    `The supervisor on ${url} does not answer (${causeOf(cause)}). Try again; \`galley doctor\` says more.`,
    { cause },
  );

const causeOf = (cause: unknown): string => {
  const code = (cause as NodeJS.ErrnoException | null)?.code;
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there any more';
    case 'ECONNRESET':
      return 'it closed the connection';
    case 'ABORT_ERR':
      return 'it took too long';
    default:
      return code ?? (cause instanceof Error ? cause.message : String(cause));
  }
};

/** Whether the supervisor behind a request is gone or shutting down, so that another one may answer. */
export const isSupervisorGone = (error: unknown): boolean =>
  error instanceof GalleyError &&
  ['supervisor_unreachable', 'shutting_down', 'unauthorized'].includes(error.code);

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
