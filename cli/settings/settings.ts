import { configSchema, defaultConfig, type Config } from '../../shared/config.ts';
import { GalleyError } from '../../shared/errors.ts';
import { changeConfig, readConfig } from '../../shared/node/config-file.ts';
import { secureFolder } from '../../shared/node/secure-folder.ts';
import { safeParse, toIssues } from '../../shared/parse.ts';
import type { Context } from '../context.ts';
import { plainText } from '../output/plain-text.ts';
import { printJson, printResult } from '../output/print.ts';
import { formatFields } from '../output/table.ts';

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

/** A setting's name, and the name of a part of it: `limits.streams` is `limits` and `streams`. */
interface SettingKey {
  readonly name: keyof Config;
  readonly part: string | undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** All setting names, including `limits.` parts. `keys.` takes any command's name, so its parts are not listed. */
export const settingNames = (): string[] =>
  Object.entries(defaultConfig).flatMap(([name, value]) =>
    name === 'limits' ? Object.keys(value as object).map((part) => `${name}.${part}`) : [name],
  );

/**
 * Parses a key such as `theme` or `limits.streams`.
 * @throws GalleyError `invalid_request` that lists the settings
 */
export const parseKey = (key: string): SettingKey => {
  const dot = key.indexOf('.');
  const name = dot < 0 ? key : key.slice(0, dot);
  const part = dot < 0 ? undefined : key.slice(dot + 1);
  const isKnown =
    isSetting(name) &&
    (part === undefined ||
      (name === 'keys' && part !== '') ||
      (name === 'limits' && Object.hasOwn(defaultConfig.limits, part)));
  if (isKnown) return { name, part };
  throw new GalleyError(
    'invalid_request',
    `There is no setting called ${key}. The settings are: ${settingNames().join(', ')}.`,
  );
};

const isSetting = (name: string): name is keyof Config => Object.hasOwn(defaultConfig, name);

/** The value of a setting or its part; undefined if the part is not set. */
const valueOf = (config: Config, { name, part }: SettingKey): unknown => {
  const value: unknown = config[name];
  if (part === undefined) return value;
  return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
};

/**
 * Parses a value from the command line: as JSON if that is valid for the setting, else as a string.
 * @throws GalleyError `invalid_request` that says what is valid
 */
export const parseValue = (key: SettingKey, text: string): unknown => {
  const candidates: unknown[] = [text];
  try {
    candidates.unshift(JSON.parse(text));
  } catch {
    // Not JSON: a string.
  }
  const fitting = candidates.find((value) => check(key, value).success);
  if (fitting !== undefined) return fitting;
  const { error } = check(key, candidates[0]);
  const [issue] = error === undefined ? [] : toIssues(error);
  throw new GalleyError(
    'invalid_request',
    `${text} is not a valid value for ${nameOf(key)}: ${issue?.message ?? 'it does not fit'}.`,
  );
};

const check = ({ name, part }: SettingKey, value: unknown) =>
  safeParse(configSchema, { [name]: part === undefined ? value : { [part]: value } });

const nameOf = ({ name, part }: SettingKey): string =>
  part === undefined ? name : `${name}.${part}`;
