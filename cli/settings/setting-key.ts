import { configSchema, defaultConfig, type Config } from '../../shared/config.ts';
import { GalleyError } from '../../shared/errors.ts';
import { toIssues } from '../../shared/parse.ts';

/** A setting's name, and the name of a part of it: `limits.streams` is `limits` and `streams`. */
export interface SettingKey {
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
export const valueOf = (config: Config, { name, part }: SettingKey): unknown => {
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
  configSchema.safeParse({ [name]: part === undefined ? value : { [part]: value } });

const nameOf = ({ name, part }: SettingKey): string =>
  part === undefined ? name : `${name}.${part}`;
