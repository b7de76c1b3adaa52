import type { Situation } from './situation.ts';

const all = ['uncommitted', 'staged', 'unstaged'];
const conflict = (script: string): string =>
  `lines 9 >a; lines 9 >z; commit; git checkout --quiet -b side; ${script}`;

/** The index between the last commit and the files, and conflicts in it. */
export const staging: readonly Situation[] = [
  {
    name: 'one file, staged and edited again',
    script: 'lines 30 >a; commit; sed -i s/^5$/five/ a; git add a; sed -i s/^25$/x/ a',
    compared: all,
  },
  {
    name: 'a change that is staged and taken back',
    script: 'lines 9 >a; commit; echo more >>a; git add a; lines 9 >a',
    compared: all,
    said: { a: 'index' },
  },
  {
    name: 'a new file that is staged and gone, or edited',
    script: 'commit; echo a >a; echo b >b; git add a b; rm a; echo b >>b',
    compared: all,
    said: { a: 'index' },
  },
  {
    name: 'a file that is staged as deleted and back again',
    script: 'lines 9 >a; commit; git rm --quiet a; lines 10 >a',
    compared: all,
  },
  {
    name: 'files that are only to be added',
    script: 'echo c >c; commit; echo a >a; : >b; git add --intent-to-add a b; echo more >>c',
    compared: all,
  },
  {
    name: 'a file that was to be added and is gone',
    script: 'commit; echo a >a; git add --intent-to-add a; rm a',
    compared: ['uncommitted', 'unstaged'],
    said: { a: 'same' },
  },
  {
    name: 'files that git was told to take for unchanged',
    script: `for f in a b c; do lines 9 >$f; done; commit; git update-index --assume-unchanged a c
echo more >>a; echo more >>b; rm c`,
    compared: all,
  },
  {
    name: 'files that git was told to skip',
    script: `for f in a b c; do lines 9 >$f; done; commit; git update-index --skip-worktree a c
echo more >>a; echo more >>b; rm c`,
    compared: all,
  },
  {
    name: 'a hidden edit beside an untracked file, and nothing else',
    script: `lines 9 >a; commit; git update-index --assume-unchanged a; echo more >>a; echo u >u`,
    compared: all,
  },
  {
    name: 'ignored files, tracked and not',
    script: `printf '*.log\\n' >.gitignore; echo a >a.log; git add --force a.log; commit
echo more >>a.log; echo b >b.log; mkdir d; echo c >d/c`,
    compared: ['uncommitted', 'unstaged'],
  },
  {
    name: 'a sparse checkout',
    script: `mkdir in out; lines 9 >in/a; lines 9 >out/a; lines 9 >out/b; commit
git sparse-checkout set in; echo more >>in/a; mkdir out; lines 8 >out/a; echo new >out/new`,
    compared: all,
  },
  {
    name: 'a sparse index',
    script: `mkdir in out; lines 9 >in/a; lines 9 >out/a; commit
git sparse-checkout set --cone --sparse-index in; echo more >>in/a; echo new >in/new`,
    compared: ['uncommitted', 'unstaged'],
  },
  {
    name: 'a split index',
    script: `lines 9 >a; commit; git update-index --split-index; echo more >>a; git add a
echo yet more >>a; echo n >n`,
    compared: ['uncommitted', 'unstaged'],
  },
  {
    name: 'a conflict: modified by both',
    script: conflict(`sed -i s/5/side/ a; commit; git checkout --quiet main; sed -i s/5/main/ a
lines 10 >z; commit; git merge side >/dev/null || true; lines 11 >z`),
    compared: all,
  },
  {
    name: 'a conflict: added by both',
    script: conflict(`echo side >n; commit; git checkout --quiet main; echo main >n; commit
git merge side >/dev/null || true`),
    compared: all,
  },
  {
    name: 'a conflict: deleted by us',
    script: conflict(`echo side >>a; commit; git checkout --quiet main; git rm --quiet a; commit
git merge side >/dev/null || true`),
    compared: all,
  },
  {
    name: 'a conflict: deleted by them',
    script: conflict(`git rm --quiet a; commit; git checkout --quiet main; echo main >>a; commit
git merge side >/dev/null || true`),
    compared: all,
    said: { a: 'conflict' },
  },
  {
    name: 'a conflict: renamed by both',
    script: conflict(`git mv a b; commit; git checkout --quiet main; git mv a c; commit
git merge side >/dev/null || true`),
    compared: ['uncommitted', 'unstaged'],
    said: { a: 'conflict', c: 'conflict' },
  },
  {
    name: 'a conflict that is resolved in the file, but not in the index',
    script: conflict(`sed -i s/5/side/ a; commit; git checkout --quiet main; sed -i s/5/main/ a
commit; git merge side >/dev/null || true; sed s/5/main/ z >a`),
    compared: all,
    said: { a: 'conflict' },
  },
  {
    name: 'a conflict of binary files, beside untracked ones',
    script: conflict(String.raw`printf 'a\000s' >a; commit; git checkout --quiet main
printf 'a\000m' >a; commit; git merge side >/dev/null 2>&1 || true; echo u >u; echo more >>z`),
    compared: all,
    said: { a: 'conflict' },
  },
  {
    name: 'a conflict of links, and a hidden edit',
    script: conflict(`ln -s s l; commit; git checkout --quiet main; ln -s m l; commit
git merge side >/dev/null 2>&1 || true; git update-index --assume-unchanged z; echo more >>z`),
    compared: all,
    said: { l: 'conflict' },
  },
  {
    name: 'a conflict of a file and a folder',
    script: conflict(`echo s >n; commit; git checkout --quiet main; mkdir n; echo m >n/n; commit
git merge side >/dev/null 2>&1 || true`),
    compared: all,
  },
  {
    name: 'a conflict about modes',
    script: conflict(`chmod +x a; echo s >>a; commit; git checkout --quiet main; echo m >>a; commit
git merge side >/dev/null 2>&1 || true`),
    compared: all,
  },
  {
    name: 'a branch with a conflict, a hidden edit, and a deletion that is back',
    script: conflict(`sed -i s/5/side/ a; lines 9 >b; lines 7 >c; commit; git checkout --quiet main
sed -i s/5/main/ a; commit; git checkout --quiet side; git merge main >/dev/null 2>&1 || true
git update-index --assume-unchanged b; echo more >>b; git rm --quiet --cached c; echo more >>c`),
    compared: ['base', 'unstaged'],
  },
  {
    name: 'a conflict of a rebase',
    script: conflict(`sed -i s/5/side/ a; commit; git checkout --quiet main; sed -i s/5/main/ a
commit; git checkout --quiet side; git rebase main >/dev/null 2>&1 || true`),
    compared: ['uncommitted', 'unstaged'],
  },
];
