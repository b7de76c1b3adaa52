import { expect, it } from 'vitest';
import { plantTraps } from '../../../../helpers/git-traps.ts';
import { lines, opened, ours } from './copies.ts';

it('runs no program of the repository, which git itself would run', async () => {
  // What has a filter is refused.
  const traps = plantTraps(ours, '*.sh');
  const path = 'a.txt';
  const { change, undo } = await opened('uncommitted');
  await change({ action: 'stage', path, lines: [lines('new', 3)] });
  await change({ action: 'unstage', path });
  const { id } = await change({ action: 'discard', path });
  await undo(id);
  expect(traps.sprung()).toEqual([]);
  expect(traps.inPlainGit()).toEqual(traps.names);
});
