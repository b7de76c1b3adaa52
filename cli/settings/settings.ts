import type { Config } from '../../shared/config.ts';
import { changeConfig, readConfig } from '../../shared/node/config-file.ts';
import { secureFolder } from '../../shared/node/secure-folder.ts';
import type { Context } from '../context.ts';
import { printJson, printResult } from '../output/print.ts';
import { formatFields } from '../output/fields.ts';
import { plainText } from '../output/plain-text.ts';
import { parseKey, parseValue, settingNames, valueOf, type SettingKey } from './setting-key.ts';

interface KeyOptions {
  readonly key: string;
  readonly isJson: boolean;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Prints all settings. @returns the exit code */
export const listSettings = async (isJson: boolean, { paths }: Context): Promise<number> => {
  const config = await readConfig(paths.config);
  const fields = settingNames().map((name) => [name, textOf(valueOf(config, parseKey(name)))]);
  await (isJson ? printJson(config) : printResult(formatFields(Object.fromEntries(fields))));
  return 0;
};

/** Prints one setting. @returns the exit code, 1 for a part that is not set */
export const getSetting = async (
  { key, isJson }: KeyOptions,
  { paths }: Context,
): Promise<number> => {
  const value = valueOf(await readConfig(paths.config), parseKey(key));
  if (value === undefined) return 1;
  await (isJson ? printJson(value) : printResult(plainText(textOf(value))));
  return 0;
};

/** Changes one setting. @returns the exit code */
export const setSetting = async (
  { key, value, isJson }: KeyOptions & { readonly value: string },
  context: Context,
): Promise<number> => {
  const parsed = parseKey(key);
  await change({ key: parsed, value: parseValue(parsed, value), isJson }, context);
  return 0;
};

/** Resets one setting to its default. @returns the exit code */
export const unsetSetting = async (
  { key, isJson }: KeyOptions,
  context: Context,
): Promise<number> => {
  await change({ key: parseKey(key), value: null, isJson }, context);
  return 0;
};

interface Change {
  readonly key: SettingKey;
  /** Null for the default. */
  readonly value: unknown;
  readonly isJson: boolean;
}

const change = async ({ key, value, isJson }: Change, { paths }: Context): Promise<void> => {
  await secureFolder(paths.configFolder);
  const config = await changeConfig(paths.config, (settings) => ({
    [key.name]: key.part === undefined ? value : withPart(settings[key.name], key.part, value),
  }));
  if (isJson) await printJson(config);
  else await printResult(plainText(describe(config, key)));
};

/** The object with one part changed; null, meaning the default, if no part is left. */
const withPart = (whole: unknown, part: string, value: unknown): unknown => {
  const parts = { ...(whole as Readonly<Record<string, unknown>> | undefined), [part]: value };
  const left = Object.entries(parts).filter(([, kept]) => kept !== null);
  return left.length === 0 ? null : Object.fromEntries(left);
};

const describe = (config: Config, key: SettingKey): string => {
  const name = key.part === undefined ? key.name : `${key.name}.${key.part}`;
  const value = valueOf(config, key);
  return value === undefined ? `${name} is not set` : `${name} = ${textOf(value)}`;
};
