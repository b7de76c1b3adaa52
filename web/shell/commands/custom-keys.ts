interface WithKeys {
  readonly id: string;
  readonly keys: readonly string[];
}

/** Keys from the settings, by command id. */
export type CustomKeys = Readonly<Record<string, string>>;

/** Disables a command's keys. */
const noKey = 'none';

/** The effective keys of a command. */
export const keysOf = ({ id, keys }: WithKeys, own: CustomKeys): readonly string[] => {
  const key = own[id];
  if (key === undefined) return keys;
  return key === noKey ? [] : [key];
};

/** The settings contain the keys of both pages. */
const pageOf = (id: string): 'dashboard' | 'review' =>
  id.startsWith('dashboard.') ? 'dashboard' : 'review';

/** Ids in the settings, of this page, that match no command. */
export const unknownIds = (
  commands: readonly WithKeys[],
  own: CustomKeys,
  page: ReturnType<typeof pageOf>,
): string[] =>
  Object.keys(own).filter(
    (id) => pageOf(id) === page && !commands.some((command) => command.id === id),
  );
