import { createHmac } from 'node:crypto';
import { dashboardPath } from '../supervisor/dashboard.ts';
import type { SupervisorRecord } from '../supervisor/registry.ts';

/** The dashboard's token: made of the control API's, and leads to no other. */
export const dashboardToken = (controlToken: string): string =>
  createHmac('sha256', controlToken).update('galley dashboard').digest('hex');

/**
 * The dashboard's address at a server (`http://host:port`). The token stands in the fragment, which no browser sends
 * and no log has.
 */
export const dashboardAddress = (
  base: string,
  { token }: Pick<SupervisorRecord, 'token'>,
): string => `${base}${dashboardPath}#${dashboardToken(token)}`;
