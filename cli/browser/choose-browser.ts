/** How to open an address: in the system's browser, with a command and its arguments, or not at all. */
export type Browser =
  | { readonly kind: 'system' }
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'none' };

interface Preferences {
  /** `--browser COMMAND`, or false for `--no-browser`. */
  readonly flag: string | false | undefined;
  /** The setting `browser`: empty for the system's own, `none` for never. */
  readonly setting: string;
  /** `$BROWSER`. */
  readonly variable: string | undefined;
  readonly hasDisplay: boolean;
}

/** Order of precedence: the flag, the setting, `$BROWSER`, then the system's browser if there is a display. */
export const chooseBrowser = ({ flag, setting, variable, hasDisplay }: Preferences): Browser => {
  if (flag === false || flag === 'none') return { kind: 'none' };
  const chosen = [flag, setting, variable].find(
    (choice) => choice !== undefined && choice.trim() !== '',
  );
  if (chosen === undefined) return { kind: hasDisplay ? 'system' : 'none' };
  if (chosen === 'none') return { kind: 'none' };
  const [command, ...args] = splitWords(chosen);
  return command === undefined ? { kind: 'none' } : { kind: 'command', command, args };
};

/** Splits a command at blanks; quotes keep words together. No shell is involved. */
export const splitWords = (command: string): string[] =>
  Array.from(command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/gu), ([word]) =>
    word.replaceAll(
      /"([^"]*)"|'([^']*)'/gu,
      (_, double?: string, single?: string) => double ?? single ?? '',
    ),
  );

/** The arguments with the address in place of `%s`, or appended. */
export const withAddress = (args: readonly string[], address: string): string[] =>
  args.some((arg) => arg.includes('%s'))
    ? args.map((arg) => arg.replaceAll('%s', () => address))
    : [...args, address];
