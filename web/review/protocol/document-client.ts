import type { sessionSchemas } from '../../../shared/session/session-routes.ts';
import { documentTargets } from '../../../shared/session/part-targets.ts';
import { createApiClient } from '../../shell/api-client.ts';
import { silence } from './session-client.ts';

interface DocumentApi {
  readonly targets: typeof documentTargets;
  readonly schemas: typeof sessionSchemas;
}

export const documentClient = createApiClient<DocumentApi>(documentTargets, { silence });
