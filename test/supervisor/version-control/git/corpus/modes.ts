import type { Situation } from './situation.ts';

const all = ['uncommitted', 'staged', 'unstaged'];

/** Deletions, modes, links, and one kind of thing in place of another. */
export const modes: readonly Situation[] = [
  {
    name: 'deletions, staged and not',
    script: 'for f in a b c; do lines 3 >$f; done; commit; git rm --quiet a; rm b',
    compared: all,
  },
  {
    name: 'a deletion in the index alone',
    script: 'lines 3 >a; echo b >b; commit; git rm --quiet --cached a b; echo more >>a',
    compared: all,
    said: { b: 'index' },
  },
  {
    name: 'a file that is executable now, and one that no longer is',
    script: 'echo a >a; echo b >b; chmod +x b; commit; chmod +x a; chmod -x b; git add a',
    compared: all,
  },
  {
    name: 'another mode and other lines',
    script: 'lines 9 >a; commit; chmod +x a; echo more >>a',
  },
  {
    name: 'modes that the file system does not keep',
    script: `echo a >a; echo b >b; commit; git config core.fileMode false
chmod +x a b; echo more >>b`,
  },
  {
    name: 'links to a file, to a folder and to nothing',
    script: 'mkdir d; echo a >d/a; commit; ln -s d/a file; ln -s d folder; ln -s none dangling',
  },
  {
    name: 'a link that leads elsewhere',
    script: 'ln -s one link; commit; ln -sf /etc/passwd link',
  },
  {
    name: 'a file in place of a link',
    script: 'echo a >a; ln -s a link; commit; rm link; lines 3 >link; commit',
    compared: ['last', 'HEAD~1..HEAD', 'HEAD..HEAD~1'],
  },
  {
    name: 'a link in place of a file, not committed',
    script: 'echo a >a; lines 3 >b; commit; ln -sf a b',
  },
  {
    name: 'a link in place of a folder',
    script: 'mkdir d e; echo a >d/a; echo e >e/e; commit; rm -r d; ln -s e d',
  },
  {
    name: 'a folder in place of a file',
    script: 'lines 20 >a; commit; rm a; mkdir a; lines 21 >a/a; echo b >a/b',
    compared: all,
  },
  {
    name: 'a file in place of a folder',
    script: 'mkdir a; lines 20 >a/a; echo b >a/b; commit; rm -r a; lines 21 >a',
    compared: all,
  },
  {
    name: 'a folder in place of a file, staged',
    script: 'lines 20 >a; commit; rm a; mkdir a; lines 21 >a/a; git add --all; echo >>a/a',
    compared: all,
  },
  {
    name: 'links of a system without links',
    script: `echo a >a; ln -s a link; commit; git config core.symlinks false
rm link; printf b >link; commit`,
    compared: ['last'],
  },
];
