import { expect, it } from 'vitest';
import { firstMeant, keysOf } from '../../../../web/shell/commands/own-keys.ts';

const next = { id: 'next', keys: ['j'] };
const last = { id: 'last', keys: ['End'] };

it('a command has its own keys, those of the settings, or none', () => {
  expect(keysOf(next, {})).toEqual(['j']);
  expect(keysOf(next, { next: 'Mod+j' })).toEqual(['Mod+j']);
  expect(keysOf(next, { next: 'none' })).toEqual([]);
});

it('a key of the settings goes before the default of another command', () => {
  const own = { last: 'j' };
  const meant = firstMeant([next, last], own, (command) => keysOf(command, own).includes('j'));
  expect(meant).toBe(last);
});
