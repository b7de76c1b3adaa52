import { expect, it } from 'vitest';
import { pressedCommand } from '../../../../web/shell/commands/command.ts';
import { keysOf } from '../../../../web/shell/commands/custom-keys.ts';

const next = { id: 'next', keys: ['j'] };
const last = { id: 'last', keys: ['End'] };

it('a command has its default keys, those of the settings, or none', () => {
  expect(keysOf(next, {})).toEqual(['j']);
  expect(keysOf(next, { next: 'Mod+j' })).toEqual(['Mod+j']);
  expect(keysOf(next, { next: 'none' })).toEqual([]);
});

it('a key in the settings takes precedence over the default of another command', () => {
  const commands = [next, last].map((command) => ({
    ...command,
    canRun: () => true,
    run: () => undefined,
  }));
  const press = { key: 'j', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const pressed = (own: Record<string, string>) =>
    pressedCommand(commands, press, { state: undefined, own, isMac: false, isMeant: () => true });
  expect(pressed({})?.id).toBe('next');
  expect(pressed({ last: 'j' })?.id).toBe('last');
});
