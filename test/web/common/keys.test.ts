import { describe, expect, it } from 'vitest';
import { isKey, nameKeys, showKey, type KeyPress } from '../../../web/common/keys.ts';
import { deKeyNames } from '../../../web/texts/de.ts';

const press = (key: string, ...modifiers: ('ctrl' | 'meta' | 'alt' | 'shift')[]): KeyPress => ({
  key,
  ctrlKey: modifiers.includes('ctrl'),
  metaKey: modifiers.includes('meta'),
  altKey: modifiers.includes('alt'),
  shiftKey: modifiers.includes('shift'),
});

describe('isKey', () => {
  it.each([
    { name: 'j', pressed: press('j'), expected: true },
    { name: 'j', pressed: press('J', 'shift'), expected: false },
    { name: 'J', pressed: press('J', 'shift'), expected: true },
    { name: 'Shift+J', pressed: press('J', 'shift'), expected: true },
    { name: 'j', pressed: press('j', 'ctrl'), expected: false },
    { name: 'j', pressed: press('j', 'meta'), expected: false },
    { name: 'j', pressed: press('j', 'alt'), expected: false },
    { name: '?', pressed: press('?', 'shift'), expected: true },
    { name: '?', pressed: press('?'), expected: true },
    { name: ']', pressed: press(']'), expected: true },
    { name: '+', pressed: press('+', 'shift'), expected: true },
    { name: 'Mod++', pressed: press('+', 'ctrl'), expected: true },
    { name: 'Mod+Enter', pressed: press('Enter', 'ctrl'), expected: true },
    { name: 'Mod+Enter', pressed: press('Enter', 'ctrl', 'shift'), expected: false },
    { name: 'Mod+Shift+Enter', pressed: press('Enter', 'ctrl', 'shift'), expected: true },
    { name: 'Mod+Enter', pressed: press('Enter', 'meta'), expected: false },
    { name: 'Mod+Enter', pressed: press('Enter', 'ctrl', 'meta'), expected: false },
    { name: 'Mod+k', pressed: press('K', 'ctrl'), expected: true },
    { name: 'Mod+Z', pressed: press('z', 'ctrl'), expected: true },
    { name: 'Mod+Z', pressed: press('Z', 'ctrl', 'shift'), expected: false },
    { name: 'Mod+Shift+Z', pressed: press('Z', 'ctrl', 'shift'), expected: true },
    { name: 'Escape', pressed: press('Escape'), expected: true },
    { name: 'Escape', pressed: press('Escape', 'shift'), expected: false },
    { name: 'Hyper+j', pressed: press('j'), expected: false },
  ])('$name and $pressed.key: $expected', ({ name, pressed, expected }) => {
    expect(isKey(pressed, name, false)).toBe(expected);
  });

  it('takes Cmd for Mod on a Mac, and Ctrl for nothing', () => {
    expect(isKey(press('Enter', 'meta'), 'Mod+Enter', true)).toBe(true);
    expect(isKey(press('Enter', 'ctrl'), 'Mod+Enter', true)).toBe(false);
    expect(isKey(press('c', 'ctrl'), 'c', true)).toBe(false);
  });
});

describe('showKey', () => {
  it.each([
    { name: 'Mod+Enter', isMac: false, expected: 'Ctrl + ↵' },
    { name: 'Mod+Shift+Enter', isMac: true, expected: '⌘ Shift ↵' },
    { name: 'j', isMac: false, expected: 'j' },
    { name: 'Mod++', isMac: false, expected: 'Ctrl + +' },
    { name: 'Shift+ArrowRight', isMac: false, expected: 'Shift + →' },
  ])('$name', ({ name, isMac, expected }) => {
    expect(showKey(name, isMac)).toBe(expected);
  });

  it('calls the keys as they are called on another keyboard', () => {
    nameKeys(deKeyNames);
    expect(showKey('Mod+Shift+Delete', false)).toBe('Strg + Umschalt + Entf');
    expect(showKey('Mod+Shift+Enter', true)).toBe('⌘ Umschalt ↵');
    nameKeys({ Ctrl: 'Ctrl', Shift: 'Shift', Delete: 'Delete' });
  });
});
