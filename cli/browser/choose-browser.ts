/** How an address is shown: by the system's browser, by a command with its arguments, or not at all. */
export type Browser =
  | { readonly kind: 'system' }
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'none' };

interface Wishes {
  /** `--browser COMMAND`, or false for `--no-browser`. */
  readonly flag: string | false | undefined;
  /** The setting `browser`: empty for the system's own, `none` for never. */
  readonly setting: string;
  /** `$BROWSER`. */
  readonly variable: string | undefined;
  readonly hasDisplay: boolean;
}

/** The command line's word first, then the setting, then `$BROWSER`, then the system's own where there is a display. */
export const chooseBrowser = ({ flag, setting, variable, hasDisplay }: Wishes): Browser => {
  if (flag === false || flag === 'none') return { kind: 'none' };
  const wanted = [flag, setting, variable].find((wish) => wish !== undefined && wish.trim() !== '');
  if (wanted === undefined) return { kind: hasDisplay ? 'system' : 'none' };
  if (wanted === 'none') return { kind: 'none' };
  const [command, ...args] = splitWords(wanted);
  return command === undefined ? { kind: 'none' } : { kind: 'command', command, args };
};

/** The words of a command, parted by blanks; quotes keep a word together. No shell is involved. */
export const splitWords = (command: string): string[] =>
  Array.from(command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/gu), ([word]) =>
    word.replaceAll(
      /"([^"]*)"|'([^']*)'/gu,
      (_, double?: string, single?: string) => double ?? single ?? '',
    ),
  );

/** The arguments with the address in place of `%s`, or behind them. */
export const withAddress = (args: readonly string[], address: string): string[] =>
  args.some((arg) => arg.includes('%s'))
    ? args.map((arg) => arg.replaceAll('%s', () => address))
    : [...args, address];
