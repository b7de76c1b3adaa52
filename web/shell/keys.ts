/** The parts of a keyboard event that tell which key it is. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly getModifierState?: (name: string) => boolean;
}

const modifierNames = new Set(['Mod', 'Alt', 'Shift']);

/**
 * Whether a key press is the one named: `j`, `?`, `Escape`, `Mod+Enter`, `Shift+J`. `Mod` is Cmd on a Mac and Ctrl
 * elsewhere. Shift counts only where it is named, or where the key is no character, or a letter with Mod: `?` needs it on
 * some keyboards and not on others. So do signs as `[` with Option or AltGr, which counts no more than Shift does.
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
  // A letter with Shift is another key than the letter, unless Shift is part of the name.
  return modifiers.has('Shift') || modifiers.has('Mod')
    ? press.key.toLowerCase() === key.toLowerCase()
    : press.key === key;
};

/** Whether Option or AltGr has made the sign. Windows may tell AltGr as Ctrl and Alt; digits with Alt are the browser's. */
const isTypedWithAlt = (press: KeyPress, isMac: boolean): boolean =>
  /^[^\p{L}\p{N}\s]$/u.test(press.key) &&
  (press.getModifierState?.('AltGraph') === true || (press.altKey && (isMac || press.ctrlKey)));

/** Whether the key writes, moves or takes back something in a text field. */
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

/** Has keys called as they are on the keyboards of another language, by their English names. */
export const nameKeys = (own: Readonly<Record<string, string>>): void => {
  names = { ...names, ...own };
};

/** The key as people read it: `⌘ ↵`, `Ctrl + ↵`. */
export const showKey = (name: string, isMac: boolean): string =>
  name
    .split(/\+(?!$)/u)
    .map((part) => {
      if (part === 'Mod') return isMac ? '⌘' : (names['Ctrl'] ?? 'Ctrl');
      if (part === 'Alt') return isMac ? '⌥' : 'Alt';
      return names[part] ?? part;
    })
    .join(isMac ? ' ' : ' + ');
