import type { ControlApi } from '../../../shared/supervisor/control-routes.ts';
import { controlTargets } from '../../../shared/supervisor/control-targets.ts';
import { createApiClient } from '../../shell/api-client.ts';

/** Client of the supervisor; sends the token as a header. */
export const createClient = (token: string) =>
  createApiClient<ControlApi>(controlTargets, {
    headers: { Authorization: `Bearer ${token}` },
    silence: 'The supervisor does not answer.',
  });

export type DashboardClient = ReturnType<typeof createClient>;
