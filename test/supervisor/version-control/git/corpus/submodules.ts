import type { Situation } from './situation.ts';

const all = ['uncommitted', 'staged', 'unstaged'];
/** A repository `lib` with two commits that is a submodule. */
const library = `git init --quiet lib; (cd lib; lines 3 >x; commit; lines 4 >x; commit)
`;
const added = `${library}git submodule --quiet add ./lib lib 2>/dev/null; commit
`;

/** Repositories within the repository. */
export const submodules: readonly Situation[] = [
  {
    name: 'a submodule is added',
    script: `echo a >a; commit; ${library}git submodule --quiet add ./lib lib 2>/dev/null`,
    compared: all,
  },
  {
    name: 'a submodule moves to another commit',
    script: `${added}git -C lib checkout --quiet HEAD~1`,
    compared: all,
  },
  {
    name: 'a submodule moves to another commit, staged and committed',
    script: `${added}git -C lib checkout --quiet HEAD~1; commit; git -C lib checkout --quiet -
git add lib`,
    compared: ['last', ...all],
  },
  {
    name: 'a submodule has changes inside',
    script: `${added}echo more >>lib/x; echo n >lib/n`,
    said: { lib: 'dirty' },
  },
  {
    name: 'a submodule hides the changes inside',
    script: `${added}cd lib; echo more >>x; git update-index --assume-unchanged x`,
    said: { lib: 'dirty' },
  },
  {
    name: 'a submodule moves and has changes inside',
    script: `${added}git -C lib checkout --quiet HEAD~1; echo more >>lib/x`,
    said: { lib: 'dirty' },
  },
  {
    name: 'a submodule whose changes are to be ignored',
    script: `${added}git config submodule.lib.ignore all; git -C lib checkout --quiet HEAD~1`,
  },
  {
    name: 'a conflict about the commit of a submodule',
    script: `${library}git -C lib commit --quiet --allow-empty --message 3
git submodule --quiet add ./lib lib 2>/dev/null; commit; git checkout --quiet -b side
git -C lib checkout --quiet HEAD~1; commit; git checkout --quiet main
git -C lib checkout --quiet HEAD~1; commit; git merge side >/dev/null 2>&1 || true`,
    compared: all,
    said: { lib: 'conflict' },
  },
  {
    name: 'a repository that is added without a name, and one that is not added',
    script: `echo a >a; commit; git init --quiet one; (cd one; commit); git init --quiet two
git -c advice.addEmbeddedRepo=false add one; (cd one; commit); echo t >two/t`,
    compared: all,
    said: { 'two/': 'repository' },
  },
  {
    name: 'a submodule is removed',
    script: `${added}rm -rf lib .gitmodules; git add --all`,
    compared: ['uncommitted', 'unstaged'],
  },
  {
    name: 'a submodule whose folder is gone',
    script: `${added}rm -rf lib`,
    compared: ['uncommitted', 'unstaged'],
  },
  {
    name: 'a submodule under another path',
    script: `${added}git mv lib moved 2>/dev/null; commit`,
    compared: ['last'],
  },
  {
    name: 'a file in place of a submodule',
    script: `${added}rm -rf lib; lines 3 >lib; git add lib; commit`,
    compared: ['last', 'HEAD..HEAD~1'],
  },
  {
    name: 'a file in place of a submodule, not staged',
    script: `${added}rm -rf lib; lines 3 >lib`,
    compared: ['uncommitted', 'unstaged'],
  },
];
