import type { NamedCommand } from '../../shell/commands/command.ts';
import { keysOf, type CustomKeys } from '../../shell/commands/custom-keys.ts';
import { commandTitles } from '../../shell/texts/command-texts.ts';
import type { Command } from './page.ts';

export const titleOf = ({ id }: Pick<Command, 'id'>): string => commandTitles()[id];

export const nameOf = (command: Command, own: CustomKeys): NamedCommand => ({
  id: command.id,
  title: titleOf(command),
  keys: keysOf(command, own),
});
