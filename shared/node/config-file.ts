import { dirname } from 'node:path';
import { configSchema, type Config } from '../config.ts';
import { GalleyError } from '../errors.ts';
import { parseWith } from '../parse.ts';
import { readFileIfThere, replaceFile } from './atomic-file.ts';
import { lockFile } from './file-lock.ts';
import { refuseUnsafeFolder } from './secure-folder.ts';

type Settings = Record<string, unknown>;

const lockTimeoutMs = 10_000;

/** New values of settings, `null` for the default; or a function of the current settings. */
type ConfigChange = Readonly<Settings> | ((settings: Readonly<Settings>) => Readonly<Settings>);

/** The settings in the file; empty if missing. */
const readSettings = async (path: string): Promise<Settings> => {
  const text = await readFileIfThere(path);
  if (text === undefined || text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(path, `${cause instanceof Error ? cause.message : String(cause)}.`, cause);
  }
  checkSettings(path, value);
  return value as Settings;
};

const invalid = (path: string, why: string, cause?: unknown): GalleyError =>
  new GalleyError(
    'invalid_config',
    `The settings in ${path} are not valid: ${why} Correct the file, or remove it to use the defaults.`,
    { cause },
  );

const checkSettings = (path: string, value: unknown): Config => {
  try {
    return parseWith(configSchema, value, { what: 'The file', advice: '' });
  } catch (error) {
    throw invalid(path, error instanceof Error ? error.message : String(error), error);
  }
};

/**
 * The settings with defaults.
 * @throws GalleyError `invalid_config` that says where the file is wrong, `unsafe_folder` if others could write it
 */
export const readConfig = async (path: string): Promise<Config> => {
  refuseUnsafeFolder(dirname(path));
  return checkSettings(path, await readSettings(path));
};

/**
 * Changes settings under a lock, so that concurrent changes are not lost. `null` resets to the default. The folder must
 * exist.
 * @returns the new settings
 * @throws GalleyError `invalid_config`, `invalid_request` or `storage_failed`
 */
export const changeConfig = async (path: string, change: ConfigChange): Promise<Config> => {
  // The write is atomic: losing the lock can at worst lose a concurrent change.
  const release = await lockFile(path, { timeoutMs: lockTimeoutMs, onLost: () => undefined });
  try {
    const settings = await readSettings(path);
    const changed = typeof change === 'function' ? change(settings) : change;
    for (const [key, value] of Object.entries(changed)) {
      if (value === null) delete settings[key];
      else settings[key] = value;
    }
    const config = parseWith(configSchema, settings, { what: 'The setting' });
    await replaceFile(path, `${JSON.stringify(settings, null, 2)}\n`, { isDurable: true });
    return config;
  } finally {
    await release();
  }
};
