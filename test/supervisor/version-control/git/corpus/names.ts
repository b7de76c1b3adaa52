import type { Situation } from './situation.ts';

/** Untracked files come into the two by different ways. */
const both = ['uncommitted', 'unstaged'];
/** Files of such names, given as arguments of the shell: edited, added and deleted. */
const named = (...names: string[]): string => {
  const [edited = '', added = '', deleted = ''] = names;
  return `lines 9 >./${edited}; lines 5 >./${deleted}; commit; lines 10 >./${edited}
rm ./${deleted}; echo new >./${added}`;
};

/** Any name that git allows. */
export const names: readonly Situation[] = [
  { name: 'spaces', script: named(`'a b'`, `' c '`, `'d b-x b'`), compared: both },
  {
    name: 'quotation marks and backslashes',
    script: named(`'"a"'`, String.raw`'b\c'`, `"it's"`),
    compared: both,
  },
  {
    name: 'tabs, line breaks and control characters',
    script: `tab="$(printf 'a\\tb')"; line="$(printf 'a\\nb')"; bell="$(printf 'a\\007\\033[31m')"
${named('"$tab"', '"$line"', '"$bell"')}`,
    compared: both,
  },
  {
    name: 'names that are not UTF-8',
    script: `one="$(printf 'caf\\351')"; two="$(printf '\\377\\376')"; three="$(printf 'd\\200"')"
${named('"$one"', '"$two"', '"$three"')}`,
    compared: both,
  },
  { name: 'other scripts and emoji', script: named(`'日本語'`, `'👩‍💻.ts'`, `'é'`), compared: both },
  {
    name: 'two ways to write one letter',
    script: `a="$(printf 'e\\314\\201')"; b="$(printf '\\303\\251')"; ${named('"$a"', '"$b"', 'c')}`,
    compared: both,
  },
  { name: 'leading dashes', script: named('--output=x', '-', '--'), compared: both },
  {
    name: 'special meanings in patterns',
    script: named(`':(glob)x'`, `'*'`, `'[a]?!#'`),
    compared: both,
  },
  { name: 'dots', script: named('...', '..a', `'a..b'`), compared: both },
  {
    name: 'names that other systems take for the repository',
    script: 'lines 3 >a; commit; mkdir .git.d GIT~1; echo x >.git.d/config; echo y >GIT~1/config',
    compared: both,
  },
  {
    name: 'very long names and paths',
    script: `n=$(head -c 250 /dev/zero | tr '\\0' n); d=$n/$n/$n; mkdir -p $d
lines 9 >$d/$n; commit; lines 10 >$d/$n; echo new >$d/new`,
    compared: both,
  },
  {
    name: 'one name in two letter cases',
    script: named('readme', 'README', 'ReadMe'),
    compared: both,
  },
  {
    name: 'names like the sides of a patch',
    script: `mkdir a b dev; lines 3 >a/x; lines 3 >b/x; lines 3 >dev/null; commit
lines 4 >a/x; lines 4 >b/x; lines 4 >dev/null; mkdir 'x b'; : >'x b/x'; git mv a/x 'a/x b'`,
    compared: both,
  },
  {
    name: 'a renamed file of an odd name',
    script: `old="$(printf '\\351\\t"')"; new="$(printf 'x\\ny')"; lines 20 >"$old"; commit
git mv "$old" "$new"; echo more >>"$new"; commit`,
    compared: ['last'],
  },
];
