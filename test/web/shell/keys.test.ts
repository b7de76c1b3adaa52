import { describe, expect, it } from 'vitest';
import { isKey, nameKeys, showKey, type KeyPress } from '../../../web/shell/keys.ts';
import { deKeyNames } from '../../../web/shell/texts/de.ts';

const press = (key: string, ...modifiers: ('ctrl' | 'meta' | 'alt' | 'shift')[]): KeyPress => ({
  key,
  ctrlKey: modifiers.includes('ctrl'),
  metaKey: modifiers.includes('meta'),
  altKey: modifiers.includes('alt'),
  shiftKey: modifiers.includes('shift'),
});

const withAltGraph = (pressed: KeyPress): KeyPress => ({
  ...pressed,
  getModifierState: (name) => name === 'AltGraph',
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

  it.each([
    { where: 'a Mac', isMac: true, name: '[', pressed: press('[', 'alt'), expected: true },
    {
      where: 'a Mac',
      isMac: true,
      name: 'Mod+[',
      pressed: press('[', 'alt', 'meta'),
      expected: true,
    },
    { where: 'a Mac', isMac: true, name: '[', pressed: press('[', 'alt', 'ctrl'), expected: false },
    { where: 'a Mac', isMac: true, name: 'Alt+[', pressed: press('[', 'alt'), expected: true },
    {
      where: 'Windows',
      isMac: false,
      name: ']',
      pressed: press(']', 'ctrl', 'alt'),
      expected: true,
    },
    {
      where: 'Windows',
      isMac: false,
      name: ']',
      pressed: withAltGraph(press(']', 'ctrl', 'alt')),
      expected: true,
    },
    {
      where: 'Windows',
      isMac: false,
      name: 'Mod+]',
      pressed: press(']', 'ctrl', 'alt'),
      expected: false,
    },
    {
      where: 'Windows',
      isMac: false,
      name: 'Mod+Alt+]',
      pressed: press(']', 'ctrl', 'alt'),
      expected: true,
    },
    { where: 'Linux', isMac: false, name: ']', pressed: withAltGraph(press(']')), expected: true },
    { where: 'Linux', isMac: false, name: ']', pressed: press(']', 'alt'), expected: false },
    { where: 'Linux', isMac: false, name: '1', pressed: press('1', 'alt'), expected: false },
    {
      where: 'Windows',
      isMac: false,
      name: 'e',
      pressed: press('e', 'ctrl', 'alt'),
      expected: false,
    },
    { where: 'a Mac', isMac: true, name: 'j', pressed: press('j', 'alt'), expected: false },
  ])(
    'on $where $name and $pressed with Option or AltGr: $expected',
    ({ isMac, name, pressed, expected }) => {
      expect(isKey(pressed, name, isMac)).toBe(expected);
    },
  );

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

  it('names keys as on the user’s keyboard', () => {
    nameKeys(deKeyNames);
    expect(showKey('Mod+Shift+Delete', false)).toBe('Strg + Umschalt + Entf');
    expect(showKey('Mod+Shift+Enter', true)).toBe('⌘ Umschalt ↵');
    nameKeys({ Ctrl: 'Ctrl', Shift: 'Shift', Delete: 'Delete' });
  });
});
