import { pageConfigSchema, type PageConfig } from '../../shared/config.ts';
import { changeConfig, readConfig } from '../../shared/node/config-file.ts';
import { json } from '../../shared/node/http/reply.ts';
import type { Streams } from '../events/streams.ts';
import type { SessionHandlers } from '../session-handlers.ts';

interface ConfigParts {
  /** Absolute path of `config.json`. */
  readonly file: string;
  readonly streams: Streams;
}

/** `/api/config`: the settings that a page can see and change. */
export const configHandlers = ({
  file,
  streams,
}: ConfigParts): SessionHandlers<'getConfig' | 'changeConfig'> => ({
  getConfig: async () => {
    const config = pageSettings(await readConfig(file));
    streams.configRead(config);
    return json(config);
  },
  changeConfig: async ({ body }) => {
    const config = pageSettings(await changeConfig(file, body));
    streams.configChanged(config);
    return json(config);
  },
});

/** The settings that are the page's. */
const pageSettings = (config: PageConfig): PageConfig => pageConfigSchema.parse(config);
