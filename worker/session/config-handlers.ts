import { pageConfigSchema, type PageConfig } from '../../shared/config.ts';
import { changeConfig, readConfig } from '../../shared/node/config-file.ts';
import { json } from '../../shared/node/http/reply.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';

/** `/api/config`: the settings that a page can see and change. */
export const configHandlers = ({
  assignment: { files },
  streams,
}: SessionCore): SessionHandlers<'getConfig' | 'changeConfig'> => ({
  getConfig: async () => {
    const config = pageSettings(await readConfig(files.config));
    streams.configRead(config);
    return json(config);
  },
  changeConfig: async ({ body }) => {
    const config = pageSettings(await changeConfig(files.config, body));
    streams.configChanged(config);
    return json(config);
  },
});

const pageSettings = (config: PageConfig): PageConfig => pageConfigSchema.parse(config);
