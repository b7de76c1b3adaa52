import type { Situation } from './situation.ts';

const all = ['uncommitted', 'staged', 'unstaged'];

/** What files hold, and what attributes say of it. */
export const contents: readonly Situation[] = [
  {
    name: 'final line feeds that come, go and stay away',
    script: String.raw`for f in yy yn ny nn; do lines 3 >$f; done; printf 'a\nb' >ny; printf 'a\nb' >nn
commit; lines 4 >yy; printf '1\n2' >yn; printf 'a\nb\n' >ny; printf 'a\nc' >nn`,
    compared: all,
  },
  {
    name: 'files of one line without a line feed, new and deleted',
    script: 'printf a >a; commit; rm a; printf b >b',
  },
  {
    name: 'binary files: added, changed, deleted',
    script: String.raw`printf 'a\000b' >a; printf 'b\000b' >b; commit; rm a
printf 'b\000c' >b; printf 'c\000' >c`,
    compared: all,
  },
  {
    name: 'a text that becomes binary, and back',
    script: String.raw`lines 9 >a; printf '\000' >b; commit; printf '\000' >>a; lines 9 >b; commit`,
    compared: ['last', 'HEAD..HEAD~1'],
  },
  {
    name: 'empty files: added, deleted, filled and emptied',
    script: 'touch a b; echo c >c; commit; rm a; echo b >b; : >c; touch d; git add d; touch e',
    compared: all,
  },
  {
    name: 'carriage returns as they are',
    script: String.raw`printf 'a\r\nb\r\n' >a; printf 'a\nb\n' >b; commit
printf 'a\nb\r\n' >a; printf 'a\r\nb\r\n' >b; printf 'x\ry\n' >c`,
  },
  {
    name: 'line endings that git converts',
    script: String.raw`printf '*.txt text\n*.win eol=crlf\n' >.gitattributes
printf 'a\nb\n' >a.txt; printf 'a\nb\n' >b.win; commit
printf 'a\r\nc\r\n' >a.txt; printf 'a\r\nc\r\n' >b.win; printf 'n\r\n' >n.txt`,
    compared: all,
  },
  {
    name: 'only the line endings differ, and git converts them',
    script: String.raw`git config core.autocrlf true; printf 'a\nb\n' >a; printf 'c\n' >c; commit
printf 'a\r\nb\r\n' >a; printf 'c\r\nd\r\n' >c; printf 'new\r\n' >new`,
    compared: all,
    said: { a: 'same' },
  },
  {
    name: 'an encoding that git converts',
    script: String.raw`echo '*.u working-tree-encoding=UTF-16LE' >.gitattributes
printf 'a\000\n\000' >a.u; commit; printf 'a\000\n\000b\000\n\000' >a.u`,
  },
  {
    name: 'keywords that git fills in',
    script: `echo '*.c ident' >.gitattributes; echo '$Id$' >a.c; commit; rm a.c
git checkout --quiet a.c; echo more >>a.c`,
  },
  {
    name: 'files that attributes keep out of diffs',
    script: `printf '*.x -diff\\n*.b binary\\n' >.gitattributes; lines 5 >a.x; lines 5 >a.b; commit
lines 6 >a.x; lines 6 >a.b; lines 7 >n.x`,
    said: { 'a.x': 'undiffed', 'a.b': 'undiffed', 'n.x': 'undiffed' },
  },
  {
    name: 'a binary file that attributes call a text',
    script: String.raw`echo '*.d diff' >.gitattributes; printf 'a\000b\n' >a.d; commit
printf 'a\000c\n' >a.d`,
  },
  {
    name: 'functions that a language names in hunks',
    script: String.raw`echo '*.py diff=python' >.gitattributes
(echo 'class A:'; echo '  def f():'; seq -f '    %g' 1 20) >a.py; commit; sed -i s/15/x/ a.py`,
  },
  {
    name: 'generated and exported files',
    script: `printf 'g/* linguist-generated\\ne/* export-ignore export-subst\\n' >.gitattributes
mkdir g e; lines 3 >g/a; lines 3 >e/a; commit; lines 4 >g/a; lines 4 >e/a`,
    said: { 'g/a': 'generated' },
  },
  {
    name: 'attributes that are themselves changed',
    script: `lines 3 >a; commit; lines 4 >a; echo 'a -diff' >.gitattributes`,
    said: { a: 'undiffed' },
  },
  {
    name: 'files of large file storage: added and changed',
    script: `pointer() { printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%064d\\nsize 9\\n' $1; }
echo '*.bin filter=lfs diff=lfs merge=lfs -text' >.gitattributes; pointer 1 >a.bin; commit
pointer 2 >a.bin; pointer 3 >b.bin`,
  },
  {
    name: 'a file above the limit for texts',
    script: `head -c 21000000 /dev/zero | tr '\\0' x >a; echo b >b; commit; echo more >>a; echo b >>b`,
    said: { a: 'large' },
  },
  {
    name: 'lines that look like a patch',
    script: String.raw`printf -- '-- a\n++ b\n@@ -1 +1 @@\ndiff --git a/x b/x\n' >a; commit
printf -- '--- a/y\n+++ b/y\n@@ -1,9 +1 @@\ndiff --git a/y b/y\n\\ No newline\n' >a
printf -- '- x\n-- \n-- x\n' >b`,
  },
  {
    name: 'long lines and many hunks',
    script: `lines 3000 >a; head -c 300000 /dev/zero | tr '\\0' y >b; commit
sed -i 's/.*00$/changed/' a; echo >>b`,
  },
];
