import type { Situation } from './situation.ts';

/** Files under other names, and copies. */
export const renames: readonly Situation[] = [
  {
    name: 'a staged rename',
    script: 'lines 20 >a; commit; git mv a b',
    compared: ['uncommitted', 'staged', 'unstaged'],
  },
  {
    name: 'a rename that is not staged',
    script: 'lines 20 >a; commit; mv a b',
    compared: ['uncommitted', 'staged', 'unstaged'],
  },
  {
    name: 'a staged rename, edited since',
    script: 'lines 20 >a; commit; git mv a b; echo more >>b',
    compared: ['uncommitted', 'staged', 'unstaged'],
  },
  {
    name: 'a rename with edits',
    script: 'lines 40 >a; commit; git mv a b; sed -i s/^3$/three/ b; commit',
    compared: ['last'],
  },
  {
    name: 'a rename with too many edits to be one',
    script: 'lines 10 >a; commit; git mv a b; sed -i "s/^[1-7]$/other/" b; commit',
    compared: ['last'],
  },
  {
    name: 'a chain of renames, and a swap',
    script: `lines 20 >a; seq 100 120 >b; seq 200 220 >c; seq 300 320 >d; commit
git mv a t; git mv b a; git mv c b; git mv t c; mv d e; mv c d; mv e c; commit`,
    compared: ['last'],
  },
  {
    name: 'renames across commits',
    script: `lines 20 >a; commit; git checkout --quiet -b work
git mv a b; commit; git mv b c; echo more >>c; commit; git mv c d
echo yet more >>d`,
    compared: ['base', 'uncommitted', 'main..HEAD'],
  },
  {
    name: 'a rename in letter case only',
    script: 'lines 20 >readme; commit; git mv readme README; echo more >>README; commit',
    compared: ['last'],
  },
  {
    name: 'a move into a folder and out of one',
    script: `lines 20 >a; mkdir deep; seq 50 70 >deep/b; commit; mkdir -p new/er
git mv a new/er/a; git mv deep/b b; commit`,
    compared: ['last'],
  },
  {
    name: 'a renamed folder',
    script: `mkdir old; for i in 1 2 3 4 5; do seq $i 30 >old/$i; done; commit
git mv old new; echo more >>new/3; rm new/5`,
    compared: ['uncommitted', 'staged', 'unstaged'],
    said: { 'new/5': 'index' },
  },
  {
    name: 'a rename with another mode',
    script: 'lines 20 >a; commit; git mv a b; chmod +x b; echo more >>b',
    compared: ['uncommitted', 'unstaged'],
  },
  {
    name: 'a renamed file whose old name has a new file',
    script: 'lines 20 >a; commit; git mv a b; echo another >a',
    compared: ['uncommitted', 'unstaged'],
  },
  {
    name: 'a copy, which git looks for only when told to',
    script: 'lines 20 >a; commit; cp a b; echo more >>a; commit',
    compared: ['last'],
  },
  {
    name: 'a renamed binary file',
    script: String.raw`head -c 4000 /dev/zero >a; commit; git mv a b; printf x >>b; commit`,
    compared: ['last'],
  },
  {
    name: 'two files with the same content, one of them renamed',
    script: 'lines 20 >a; cp a b; commit; git mv a c; rm b; commit',
    compared: ['last'],
  },
];
