/** The relevant parts of a keyboard event. */
export type KeyPress = Readonly<
  Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
    Partial<Pick<KeyboardEvent, 'getModifierState'>>
>;

const modifierNames = new Set(['Mod', 'Alt', 'Shift']);

/**
 * Whether a key press matches a name: `j`, `?`, `Escape`, `Mod+Enter`, `Shift+J`. `Mod` is Cmd on macOS and Ctrl
 * elsewhere. Shift matters only if named, for keys that are not characters, and for letters with Mod, since `?` needs
 * it on some keyboards only. Likewise, Option or AltGr do not matter for symbols such as `[`.
 */
export const isKey = (press: KeyPress, name: string, isMac: boolean): boolean => {
  const parts = name === '+' ? ['+'] : name.split(/\+(?!$)/u);
  const key = parts.at(-1) ?? '';
  const modifiers = new Set(parts.slice(0, -1));
  if ([...modifiers].some((part) => !modifierNames.has(part))) return false;
  const isTyped = !modifiers.has('Alt') && isTypedWithAlt(press, isMac);
  const ctrl = press.ctrlKey && (isMac || !isTyped);
  const alt = press.altKey && !isTyped;
  const [mod, otherMod] = isMac ? [press.metaKey, ctrl] : [ctrl, press.metaKey];
  if (mod !== modifiers.has('Mod') || otherMod || alt !== modifiers.has('Alt')) return false;
  const isShiftTold = key.length > 1 || (modifiers.has('Mod') && /\p{L}/u.test(key));
  if (modifiers.has('Shift') ? !press.shiftKey : press.shiftKey && isShiftTold) return false;
  // Without modifiers, letters are case-sensitive.
  return modifiers.has('Shift') || modifiers.has('Mod')
    ? press.key.toLowerCase() === key.toLowerCase()
    : press.key === key;
};

/**
 * Whether Option or AltGr produced the symbol. Windows may report AltGr as Ctrl+Alt; Alt with digits belongs to the
 * browser.
 */
const isTypedWithAlt = (press: KeyPress, isMac: boolean): boolean =>
  /^[^\p{L}\p{N}\s]$/u.test(press.key) &&
  (press.getModifierState?.('AltGraph') === true || (press.altKey && (isMac || press.ctrlKey)));

/** Whether the key types, moves the caret or undoes in a text field. */
export const isTypingKey = (name: string): boolean =>
  !/^(?:(?:Mod|Alt)\+|(?:Shift\+)?F\d)/u.test(name) || /^Mod\+(?:Shift\+)?[zy]$/iu.test(name);

let names: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** Localizes key names, by their English names. */
export const nameKeys = (own: Readonly<Record<string, string>>): void => {
  names = { ...names, ...own };
};

/** The key for display: `⌘ ↵`, `Ctrl + ↵`. */
export const showKey = (name: string, isMac: boolean): string =>
  name
    .split(/\+(?!$)/u)
    .map((part) => {
      if (part === 'Mod') return isMac ? '⌘' : (names['Ctrl'] ?? 'Ctrl');
      if (part === 'Alt') return isMac ? '⌥' : 'Alt';
      return names[part] ?? part;
    })
    .join(isMac ? ' ' : ' + ');
