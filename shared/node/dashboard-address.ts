import { createHmac } from 'node:crypto';
import { dashboardPath } from '../supervisor/control-targets.ts';
import type { SupervisorRecord } from '../supervisor/registry.ts';

/** The dashboard's token, derived one-way from the control API's. */
export const dashboardToken = (controlToken: string): string =>
  createHmac('sha256', controlToken).update('galley dashboard').digest('hex');

/**
 * The dashboard's address at a server (`http://host:port`). The token is in the fragment, which browsers do not send
 * and servers do not log.
 */
export const dashboardAddress = (
  base: string,
  { token }: Pick<SupervisorRecord, 'token'>,
): string => `${base}${dashboardPath}#${dashboardToken(token)}`;
