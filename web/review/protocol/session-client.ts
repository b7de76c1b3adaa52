import type { endedSchemas } from '../../../shared/session/ended-routes.ts';
import type { sessionSchemas } from '../../../shared/session/session-routes.ts';
import { endedTargets, pageTargets } from '../../../shared/session/page-targets.ts';
import { createApiClient } from '../../shell/api-client.ts';

const targets = { ...pageTargets, ...endedTargets };

interface PageApi {
  readonly targets: typeof targets;
  readonly schemas: typeof sessionSchemas & Pick<typeof endedSchemas, keyof typeof endedTargets>;
}

/** Said when nothing answers. */
export const silence = 'The server of this review does not answer.';

export const sessionClient = createApiClient<PageApi>(targets, {
  silence,
});

export type SessionClient = typeof sessionClient;
