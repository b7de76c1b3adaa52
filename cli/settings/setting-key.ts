import { configSchema, defaultConfig, type Config } from '../../shared/config.ts';
import { GalleyError } from '../../shared/errors.ts';
import { toIssues } from '../../shared/parse.ts';

/** A setting's name, and that of the part of it that is meant: `limits.streams` is `limits` and `streams`. */
export interface SettingKey {
  readonly name: keyof Config;
  readonly part: string | undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The names of all settings, parts with their dot. `keys.` takes the name of any command. */
export const settingNames = (): string[] =>
  Object.entries(defaultConfig).flatMap(([name, value]) =>
    name === 'limits' ? Object.keys(value as object).map((part) => `${name}.${part}`) : [name],
  );

/**
 * Reads a key such as `theme` or `limits.streams`.
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

/** The value of a setting or of its part; undefined for a part that is not there. */
export const valueOf = (config: Config, { name, part }: SettingKey): unknown => {
  const value: unknown = config[name];
  if (part === undefined) return value;
  return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
};

/**
 * What a text on the command line means as a value: JSON where that fits the setting, else the text itself.
 * @throws GalleyError `invalid_request` that says what the setting takes
 */
export const parseValue = (key: SettingKey, text: string): unknown => {
  const candidates: unknown[] = [text];
  try {
    candidates.unshift(JSON.parse(text));
  } catch {
    // No JSON: the text is the value.
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
