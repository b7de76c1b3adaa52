import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { findChange } from '../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { JjRepository, noJj, sharedJj } from '../../../helpers/jj.ts';
import { describeWhere } from '../../../helpers/programs.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';
import { commitsOf, context, scopesOf, stateOf } from '../../../helpers/scopes.ts';

let folder: ReturnType<typeof temporaryFolder>;
let repository: JjRepository;

/** Two changes beside each other, the second of which is the working copy. */
const shared = sharedJj(() => {
  const made = new JjRepository();
  made.write('a.txt', 'left\n');
  made.jj('commit', '--message=left');
  made.jj('new', 'root()', '--message=right "quoted"');
  made.write('b.txt', 'right\n');
  made.jj('status');
  return made;
});
beforeEach(() => {
  if (noJj !== undefined) return;
  folder = temporaryFolder('spool');
  repository = shared.take();
});
afterAll(shared.remove);
afterEach(() => {
  if (noJj !== undefined) return;
  folder.remove();
});

const left = 'description(substring:"left")';

const operationHeads = () => readdirSync(join(repository.path, '.jj/repo/op_heads/heads'));

/** Everything that a review does. */
const look = async () => {
  const { source } = await findChange({ cwd: repository.path }, context);
  const { notes = [], files } = await prepareInto(folder.path, source);
  const state = await stateOf(folder.path, source);
  await scopesOf(source);
  return { notes, state, files, commits: (await commitsOf(source)).commits };
};

describeWhere(noJj, 'a Jujutsu workspace with several operation heads', () => {
  it.each([2, 3])('is looked at without merging them: %i', async (count) => {
    await repository.concurrently(
      ...Array.from({ length: count }, (_, index) => ['bookmark', 'create', `mark-${index}`]),
    );
    repository.write('b.txt', 'not recorded yet\n');
    const heads = operationHeads();
    expect(heads).toHaveLength(count);
    const before = repository.kept();
    const { notes, state, files } = await look();
    expect(repository.kept()).toEqual(before);
    expect(notes).toEqual([{ kind: 'operation-heads', items: expect.any(Array) }]);
    expect(notes[0]?.items.toSorted()).toEqual(heads.map((id) => id.slice(0, 12)).toSorted());
    expect(files).toMatchObject([{ path: 'b.txt', additions: 1 }]);
    // Any command of its user does merge them.
    repository.jj('status');
    expect(operationHeads()).toHaveLength(1);
    const after = await look();
    expect(after.notes).toEqual([]);
    expect(after.state).not.toBe(state);
  });
});

describeWhere(noJj, 'a Jujutsu workspace', () => {
  it('has bookmarks in conflict, named as such', async () => {
    await repository.concurrently(
      ['bookmark', 'create', 'both', `--revision=${left}`],
      ['bookmark', 'create', 'both', '--revision=@'],
    );
    repository.jj('status');
    const { notes, commits } = await look();
    expect(notes).toEqual([
      {
        kind: 'conflicted-bookmark',
        name: 'both',
        items: [
          expect.stringMatching(/^[k-z]{8} (?:left|right "quoted")$/u),
          expect.stringMatching(/^[k-z]{8} (?:left|right "quoted")$/u),
        ],
      },
    ]);
    expect(commits[0]?.labels).toContain('both (conflicted)');
  });

  it('has divergent changes, named as such where they are compared', async () => {
    await repository.concurrently(['describe', '--message=once'], ['describe', '--message=twice']);
    repository.jj('status');
    const { notes } = await look();
    expect(notes).toEqual([
      {
        kind: 'divergent-changes',
        items: [expect.stringMatching(/^[k-z]{8}\/\d (?:onc|twic)e$/u)],
      },
    ]);
    repository.jj('new', left);
    expect((await look()).notes).toEqual([]);
  });

  it('has files that jj does not record, with their names', async () => {
    repository.write('sub/large file', Buffer.alloc(2_000_000, 1));
    expect((await look()).notes).toEqual([{ kind: 'not-recorded', items: ['sub/large file'] }]);
  });
});
