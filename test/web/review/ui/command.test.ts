import { describe, expect, it } from 'vitest';
import { commandFor } from '../../../../web/review/ui/command.ts';
import type { Command } from '../../../../web/review/ui/page.ts';
import type { KeyPress } from '../../../../web/shell/keys.ts';
import { initialState, type State } from '../../../../web/review/store/state.ts';

const command = (id: Command['id'], keys: string[], change: Partial<Command> = {}): Command => ({
  id,
  group: 'View',
  keys,
  canRun: () => true,
  run: () => undefined,
  ...change,
});

const commands = [
  command('decide.confirm', ['Mod+Enter'], {
    isModal: true,
    canRun: ({ panel }) => panel.dialog !== undefined,
  }),
  command('decide.primary', ['Mod+Enter'], { group: 'Decide' }),
  command('comment.here', ['c']),
  command('move.next', ['j']),
  command('view.close-layer', ['Escape'], { isModal: true }),
  command('view.theme', ['x'], { canRun: () => false }),
];

const press = (key: string, ctrlKey = false): KeyPress => ({
  key,
  ctrlKey,
  metaKey: false,
  altKey: false,
  shiftKey: false,
});

const find = (
  pressed: KeyPress,
  { isTyping = false, isRepeat = false, state = initialState } = {},
) => commandFor(commands, pressed, { state, isMac: false, isTyping, isRepeat })?.id;

const withDialog: State = { ...initialState, panel: { ...initialState.panel, dialog: 'decide' } };
const withKeys = (keys: Record<string, string>): State => ({
  ...initialState,
  settings: { ...initialState.settings, keys },
});

describe('commandFor', () => {
  it.each([
    { name: 'a key', pressed: press('j'), options: {}, expected: 'move.next' },
    { name: 'a key that means nothing', pressed: press('q'), options: {}, expected: undefined },
    { name: 'a command that cannot run', pressed: press('x'), options: {}, expected: undefined },
    {
      name: 'a key while typing',
      pressed: press('j'),
      options: { isTyping: true },
      expected: undefined,
    },
    {
      name: 'Escape while typing',
      pressed: press('Escape'),
      options: { isTyping: true },
      expected: 'view.close-layer',
    },
    {
      name: 'Mod+Enter while typing',
      pressed: press('Enter', true),
      options: { isTyping: true },
      expected: 'decide.primary',
    },
    {
      name: 'Mod+Enter in a dialog',
      pressed: press('Enter', true),
      options: { state: withDialog },
      expected: 'decide.confirm',
    },
    {
      name: 'a key behind a dialog',
      pressed: press('j'),
      options: { state: withDialog },
      expected: undefined,
    },
    {
      name: 'a key of the settings',
      pressed: press('m'),
      options: { state: withKeys({ 'move.next': 'm' }) },
      expected: 'move.next',
    },
    {
      name: 'a default that the settings replace',
      pressed: press('j'),
      options: { state: withKeys({ 'move.next': 'm' }) },
      expected: undefined,
    },
    {
      name: 'a key of the settings that is the default of an earlier command',
      pressed: press('c'),
      options: { state: withKeys({ 'move.next': 'c' }) },
      expected: 'move.next',
    },
    {
      name: 'a command whose key the settings take away',
      pressed: press('j'),
      options: { state: withKeys({ 'move.next': 'none' }) },
      expected: undefined,
    },
    {
      name: 'a key that is held down',
      pressed: press('j'),
      options: { isRepeat: true },
      expected: 'move.next',
    },
    {
      name: 'the key of a decision that is held down',
      pressed: press('Enter', true),
      options: { isRepeat: true },
      expected: undefined,
    },
  ])('$name', ({ pressed, options, expected }) => {
    expect(find(pressed, options)).toBe(expected);
  });
});
