import { pageConfigPatchSchema, pageConfigSchema, type PageConfig } from '../../shared/config.ts';
import { changeConfig, readConfig } from '../../shared/node/config-file.ts';
import { parseWith } from '../../shared/parse.ts';
import type { Streams } from '../events/streams.ts';
import type { SessionHandlers } from '../session-handlers.ts';

interface ConfigParts {
  /** Absolute path of `config.json`. */
  readonly file: string;
  readonly streams: Streams;
}

/** `/api/config`: the settings that a page may see and change. */
export const configHandlers = ({
  file,
  streams,
}: ConfigParts): SessionHandlers<'getConfig' | 'changeConfig'> => ({
  getConfig: async () => {
    const config = pageSettings(await readConfig(file));
    streams.configRead(config);
    return { status: 200, body: config };
  },
  changeConfig: async ({ body }) => {
    const change = parseWith(pageConfigPatchSchema, body, { what: 'The change of settings' });
    const config = pageSettings(await changeConfig(file, change));
    streams.configChanged(config);
    return { status: 200, body: config };
  },
});

/** The page's part of all settings. */
const pageSettings = (config: PageConfig): PageConfig => pageConfigSchema.parse(config);
