import { describe, expect, it } from 'vitest';
import { commands } from '../../../../../web/review/app/commands/command-list.ts';
import { listedCommands } from '../../../../../web/review/app/commands/listed-commands.ts';
import { initialState } from '../../../../../web/review/store/state.ts';

describe('listedCommands', () => {
  const listed = listedCommands(commands, initialState);

  it('leaves out commands that a document never has, and keeps those that are disabled', () => {
    const ids = listed.map(({ id }) => id);
    expect(ids).not.toContain('view.wrap');
    expect(ids).not.toContain('file.viewed');
    expect(ids).toContain('comment.undo');
    expect(ids).toContain('select.next-word');
  });

  it('lists each title once', () => {
    const titles = listed.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
