import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, kept, lines, odd, opened, ours, stateOf, theirs, type Wanted } from './copies.ts';

/** Requests that are refused, and what was done after the review was opened. */
const refusals: readonly [string, Wanted, object, (() => void)?][] = [
  [
    'a file that needs a filter',
    { action: 'stage', path: 'run.sh' },
    { code: 'change_refused', message: expect.stringMatching(/filter "lfs"/u) as unknown },
  ],
  [
    'a discard that needs a filter',
    { action: 'discard', path: 'run.sh' },
    { code: 'change_refused', message: expect.stringMatching(/filter "lfs"/u) as unknown },
  ],
  [
    'lines of a binary file',
    { action: 'stage', path: 'data.bin', lines: [lines('new', 1)] },
    { code: 'change_refused', message: expect.stringMatching(/whole file/u) as unknown },
  ],
  [
    'a line that would run into another',
    { action: 'stage', path: 'tail.txt', lines: [lines('new', 2, 3)] },
    { code: 'change_refused', message: expect.stringMatching(/line break/u) as unknown },
  ],
  [
    'lines without a change',
    { action: 'stage', path: 'a.txt', lines: [lines('new', 1, 2)] },
    { code: 'change_refused', message: expect.stringMatching(/Nothing of this/u) as unknown },
  ],
  [
    'what cannot be unstaged',
    { action: 'unstage', path: 'a.txt' },
    { code: 'change_refused', message: expect.stringMatching(/Compare the/u) as unknown },
  ],
  [
    'a locked index',
    { action: 'stage', path: 'a.txt' },
    { code: 'repository_locked' },
    () => writeFileSync(join(ours, '.git/index.lock'), ''),
  ],
  [
    'a file that has changed since',
    { action: 'discard', path: 'a.txt' },
    { code: 'content_changed' },
    () => writeFileSync(join(ours, 'a.txt'), 'other\n'),
  ],
  [
    'lines against another index',
    { action: 'stage', path: 'crlf.txt', lines: [lines('new', 5)] },
    { code: 'content_changed' },
    () => git(ours, ['add', 'crlf.txt']),
  ],
  [
    'a file whose folder became a link',
    { action: 'discard', path: odd },
    { code: 'content_changed' },
    () => {
      renameSync(join(ours, 'dir'), join(ours, '..', 'elsewhere'));
      symlinkSync('../elsewhere', join(ours, 'dir'));
    },
  ],
  [
    'a renamed file whose old name is taken',
    { action: 'discard', path: 'new.txt' },
    { code: 'content_changed' },
    () => writeFileSync(join(ours, 'old.txt'), 'other\n'),
  ],
];

describe('a refusal', () => {
  it('is the answer to what cannot be done exactly; nothing is changed', async () => {
    writeFileSync(join(ours, '.gitattributes'), '*.sh filter=lfs\n');
    const { apply, change } = await opened('unstaged');
    const suggested = { path: 'run.sh', first: 2, last: 2, suggestedCode: 'echo 3' };
    expect(await apply([{ ...suggested, originalCode: 'echo 2' }])).toEqual({
      changes: [],
      refused: [
        { index: 0, reason: expect.stringMatching(/needs the git filter "lfs"/u) as unknown },
      ],
    });
    for (const [what, wanted, error, meanwhile] of refusals) {
      meanwhile?.();
      const before = stateOf(ours);
      await expect(change(wanted), what).rejects.toMatchObject(error);
      expect(stateOf(ours), what).toEqual(before);
      expect(readdirSync(kept()), what).toEqual([]);
      rmSync(join(ours, '.git/index.lock'), { force: true });
    }
  });

  it('is the answer to an undo over something else; what was discarded stays kept', async () => {
    const { change, undo } = await opened('unstaged');
    const { id } = await change({ action: 'discard', path: 'a.txt' });
    writeFileSync(join(ours, 'a.txt'), 'other\n');
    await expect(undo(id)).rejects.toMatchObject({
      code: 'content_changed',
      message: 'a.txt has changed since. Take back what has changed in it, then undo.',
    });
    expect(readFileSync(join(ours, 'a.txt'), 'utf8')).toBe('other\n');
    git(ours, ['checkout', '-q', '--', 'a.txt']);
    await undo(id);
    expect(readFileSync(join(ours, 'a.txt'))).toEqual(readFileSync(join(theirs, 'a.txt')));
  });

  it('says what to do where a discarded file exists again', async () => {
    writeFileSync(join(ours, 'fresh.txt'), 'mine\n');
    const { change, undo } = await opened('uncommitted');
    const { id } = await change({ action: 'discard', path: 'fresh.txt' });
    writeFileSync(join(ours, 'fresh.txt'), 'other\n');
    await expect(undo(id)).rejects.toMatchObject({
      code: 'content_changed',
      message: 'There is a file fresh.txt again. Move it away, then undo.',
    });
    rmSync(join(ours, 'fresh.txt'));
    await undo(id);
    expect(readFileSync(join(ours, 'fresh.txt'), 'utf8')).toBe('mine\n');
  });
});
