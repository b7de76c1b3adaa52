import { emptyTree, type Situation } from './situation.ts';

const all = ['uncommitted', 'staged', 'unstaged'];
/** Two branches of two commits each. */
const fork = `lines 20 >a; commit; git checkout --quiet -b side; echo s >s; commit; sed -i s/^9$/s/ a; commit
git checkout --quiet main; lines 21 >a; commit; echo m >m; commit
`;

/** Commits, ranges and kinds of repository. */
export const history: readonly Situation[] = [
  { name: 'an empty repository', script: '', compared: ['uncommitted', 'staged'] },
  {
    name: 'a repository without a commit',
    script: 'lines 3 >a; echo b >b; git add a; echo c >>a',
    compared: all,
  },
  {
    name: 'the first commit',
    script: 'lines 3 >a; mkdir b; echo b >b/b; commit; git tag first',
    compared: [
      ['last', `${emptyTree} HEAD`],
      ['first', `${emptyTree} first`],
    ],
  },
  {
    name: 'an empty commit',
    script: 'echo a >a; commit; commit',
    compared: ['last', 'HEAD', ['HEAD~1', `${emptyTree} HEAD~1`]],
  },
  {
    name: 'two branches',
    script: fork,
    compared: ['main..side', 'main...side', 'side..', '..side', 'main~1'],
  },
  {
    name: 'changes since a branch was left, with uncommitted ones',
    script: `${fork}git checkout --quiet side; echo u >u; echo more >>a; git add a`,
    compared: ['base', ...all],
  },
  {
    name: 'a branch whose uncommitted changes take back its commits',
    script: `lines 9 >a; commit; git checkout --quiet -b work; lines 12 >a; echo b >b; commit
lines 9 >a; rm b`,
    compared: ['base', ...all],
  },
  {
    name: 'a branch without a base',
    script: 'git checkout --quiet -b alone; lines 3 >a; commit; lines 4 >a',
    compared: all,
  },
  {
    name: 'a merge',
    script: `${fork}git merge --quiet --no-edit side`,
    compared: ['HEAD', 'HEAD^2..HEAD'],
  },
  {
    name: 'a merge with a change of its own',
    script: `${fork}git merge --quiet --no-commit side; echo own >own; sed -i s/^2$/own/ a; commit`,
    compared: ['HEAD', 'HEAD^2..HEAD'],
  },
  {
    name: 'a merge in progress',
    script: `${fork}git merge --quiet --no-commit side; echo more >>m`,
    compared: all,
  },
  {
    name: 'a merge of three',
    script: `${fork}git checkout --quiet -b third main~1; echo t >t; commit; git checkout --quiet main
git merge --quiet --no-edit side third`,
    compared: ['HEAD', 'HEAD^3', 'HEAD^3..HEAD'],
  },
  {
    name: 'histories that share nothing',
    script: `lines 9 >a; commit; git checkout --quiet --orphan other; git rm --quiet -rf .; lines 8 >b
commit`,
    compared: ['main..other', 'other..main'],
  },
  {
    name: 'a detached head',
    script: `${fork}git checkout --quiet --detach side~1; echo more >>a`,
    compared: ['uncommitted', 'main..HEAD'],
  },
  {
    name: 'ids of SHA-256',
    init: '--object-format=sha256',
    script: `${fork}echo more >>a; echo n >n; git mv m mm; lines 3 >u`,
    compared: ['uncommitted', 'unstaged', 'main...side'],
  },
  {
    name: 'SHA-256 without a commit',
    init: '--object-format=sha256',
    script: 'echo a >a; git add a; echo b >b',
    compared: [
      ['uncommitted', '$(git hash-object -t tree /dev/null)'],
      ['staged', '--cached'],
      'unstaged',
    ],
  },
  {
    name: 'a linked work tree',
    script: `${fork}git worktree add --quiet linked side; cd linked; echo more >>a; echo n >n; git add n`,
    folder: 'linked',
    compared: ['uncommitted', 'staged', 'main...HEAD'],
  },
  {
    name: 'a work tree with a linked one inside',
    script: `lines 3 >a; commit; git worktree add --quiet linked; lines 4 >a`,
    said: { 'linked/': 'repository' },
  },
  {
    name: 'a shallow clone',
    script: `${fork}git clone --quiet --depth 2 "file://$PWD" clone; cd clone; echo more >>a`,
    folder: 'clone',
    compared: ['uncommitted', 'last', ['HEAD~1', `${emptyTree} HEAD~1`]],
  },
  {
    name: 'a tag of the name of a branch',
    script: `${fork}git tag side main~1`,
    compared: [
      ['main..side', 'main tags/side'],
      ['heads/main..heads/side', 'main heads/side'],
    ],
  },
  {
    name: 'a commit in the place of which another is shown',
    script: `${fork}git replace main~1 side`,
    compared: ['main', 'last'],
  },
  {
    name: 'a folder of several repositories',
    script: `for r in one two; do git init --quiet $r; (cd $r; lines 3 >a; commit; lines 4 >a); done
echo a >a; commit --quiet; echo b >>a`,
    folder: 'two',
    compared: ['uncommitted'],
  },
  {
    name: 'several repositories in one',
    script: `echo a >a; commit; for r in one two; do git init --quiet $r; lines 3 >$r/a; done
echo b >>a`,
    said: { 'one/': 'repository', 'two/': 'repository' },
  },
  {
    name: 'a folder of the work tree',
    script: 'mkdir -p d/e; lines 3 >d/e/a; lines 3 >b; commit; lines 4 >d/e/a; lines 4 >b; : >d/n',
    folder: 'd/e',
    compared: ['uncommitted'],
  },
];
