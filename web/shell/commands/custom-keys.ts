interface WithKeys {
  readonly id: string;
  /** The default keys. */
  readonly keys: readonly string[];
}

/** The keys that the settings give to commands, by their ids. */
export type CustomKeys = Readonly<Record<string, string>>;

/** What the settings say for a command that no key shall run. */
const noKey = 'none';

/** The keys of a command, as the settings have them. */
export const keysOf = ({ id, keys }: WithKeys, own: CustomKeys): readonly string[] => {
  const key = own[id];
  if (key === undefined) return keys;
  return key === noKey ? [] : [key];
};

/** The settings hold the keys of both pages. */
const pageOf = (id: string): 'dashboard' | 'review' =>
  id.startsWith('dashboard.') ? 'dashboard' : 'review';

/** The ids of a page that the settings give keys to, though it has no such commands. */
export const unknownIds = (
  commands: readonly WithKeys[],
  own: CustomKeys,
  page: ReturnType<typeof pageOf>,
): string[] =>
  Object.keys(own).filter(
    (id) => pageOf(id) === page && !commands.some((command) => command.id === id),
  );
