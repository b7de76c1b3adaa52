import { languageOf } from '../../../shared/file-language.ts';

/** What tells how likely a line is the definition of a symbol, before its file is read. */
interface Line {
  readonly path: string;
  readonly text: string;
  /** As in `FileLines`. */
  readonly isElsewhere?: true;
}

/** The symbol, and the file in which it was met. */
export interface Met {
  readonly name: string;
  readonly path: string;
}

const comment = /^\s*(?:\/\/|\/\*|\*|--|#(?!\s*define|\[)|<!--|"""|''')/u;
const uses =
  /^\s*(?:import|from|use|using|include|require|return|throw|await|yield|new|else|case)\b/u;

/** Stands for the symbol in a line, so that no expression is made of a name that somebody else has chosen. */
const mark = '\uE000';
const modifiers =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|async|readonly|override|abstract|final|virtual|inline|extern|declare|get|set|pub(?:\([^)]*\))?|unsafe|open|sealed|data|suspend|local|my|our)\s+)*/u;
/** With Go's receiver, or what a method is of. */
const strong =
  /^(?:const\s+)?(?:function\*?|class|interface|type|enum|struct|union|trait|module|namespace|defp?|defmodule|fn|func|fun|sub|macro_rules!|macro|record|protocol|object|extension|package|typedef|#\s*define|message|service|newtype|component)\s+(?:\([^)]*\)\s*)?(?:mut\s+)?(?:\w+(?:\.|::))?\uE000/u;
const weak = /^(?:const|let|var|val|property)\s+(?:mut\s+)?\uE000/u;
const constant = /^\s*(?:pub\s+)?static\s+(?:mut\s+)?\uE000\s*[:=]/u;
/** A method, or a function of the shell. */
const callable = /^[*#]?\uE000\s*(?:<[^>]*>)?\([^;]*$/u;
const callableEnds = ['{', '=>', ')', ',', '('];
/** With a type before it, as in C. */
const typed = /^\s*(?:[\w:<>,*&[\]?~]+\s+)+[*&]*(?:\w+::)*\uE000\s*\([^;]*$/u;
const member = /^\uE000\??\s*(?::|=(?!=))/u;

/** The line with each occurrence of the symbol as a word replaced by the mark. */
const markWord = (text: string, name: string): string => {
  let marked = '';
  let from = 0;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const after = at + name.length;
    if (isWord(text[at - 1]) || isWord(text[after])) continue;
    marked += `${text.slice(from, at)}${mark}`;
    from = after;
  }
  return marked + text.slice(from);
};

const isWord = (character = ''): boolean => /[\w$]/u.test(character);

/** Languages whose functions begin with what they return, without a word such as `function`. */
const typeFirst = new Set(['c', 'cpp', 'objective-c', 'java', 'csharp', 'dart']);
/** Languages in which a name with arguments and a block is a function, unless the name is a statement's. */
const blockLast = new Set([
  ...typeFirst,
  'typescript',
  'tsx',
  'javascript',
  'jsx',
  'vue',
  'svelte',
  'shellscript',
]);
const statements = new Set(
  'if for foreach while switch catch with using lock fixed synchronized constructor'.split(' '),
);
const access = /^\s*(?:public|private|protected|internal|static|override|abstract)\s/u;
const typeWord = /^[A-Za-z_][\w:<>,[\]?.]*[*&]*$/u;
const resultOrThrows = /^(?::\s*\w|throws\s|(?:const|noexcept|override)$)/u;

/** Whether a line that could be a call begins a function. */
const beginsFunction = (language: string, text: string, name: string): boolean => {
  if (!blockLast.has(language) || statements.has(name)) return false;
  if (access.test(text)) return true;
  const line = markWord(text, name).trimEnd();
  if (typeFirst.has(language)) {
    const words = line
      .slice(0, line.indexOf(mark))
      .replace(/[*&]{1,3}$/u, '')
      .trim()
      .split(/\s+/u);
    if (words.every((word) => typeWord.test(word))) return true;
    // What it returns is on the line before.
    if (line.startsWith(mark)) return true;
  }
  const tail = line.slice(line.lastIndexOf(')') + 1, -1).trim();
  const isBalanced = line.split('(').length === line.split(')').length;
  return line.endsWith('{') && isBalanced && (tail === '' || resultOrThrows.test(tail));
};

const styles = new Set(['css', 'scss', 'less']);
/** Languages that share names. */
const families = [
  new Set(['typescript', 'tsx', 'javascript', 'jsx', 'vue', 'svelte']),
  new Set(['c', 'cpp', 'objective-c']),
  new Set(['java', 'kotlin', 'scala', 'groovy']),
  new Set(['css', 'scss', 'less', 'html', 'jsx', 'tsx', 'vue', 'svelte']),
];
const aside = /(?:^|\/)(?:node_modules|vendor|dist|build|third_party|generated)\/|\.min\./u;
const test = /(?:^|\/)(?:tests?|spec|__tests__|fixtures|examples?)\/|[._-](?:test|spec)\./u;

/** What a line looks like. Calls look like methods, and the fields of a literal like those of a class. */
export interface Rated {
  /** 0 for a line that does not define the symbol, more for one that is likely to. */
  readonly rate: number;
  readonly look: 'declared' | 'callable' | 'member' | 'use';
}

const use: Rated = { rate: 0, look: 'use' };

/** More than one kind of declaration is likelier than another one. */
const anotherRepository = 8;

/** Rates lines with a symbol. */
export const definitionRater = ({ name, path }: Met): ((line: Line) => Rated) => {
  const nearness = nearnessTo(path);
  return ({ path: other, text, isElsewhere }) => {
    const { rate, look } = byPattern(languageOf(other), text, name);
    const distance = isElsewhere === true ? anotherRepository : 0;
    return look === 'use' ? use : { rate: Math.max(1, rate + nearness(other) - distance), look };
  };
};

/** How likely a line declares a symbol, wherever that was met; 0 if it does not seem to. */
export const rateSymbol = (name: string, { path, text }: Line): number => {
  const language = languageOf(path);
  const { rate, look } = byPattern(language, text, name);
  const isSymbol =
    look === 'declared' || (look === 'callable' && beginsFunction(language, text, name));
  if (!isSymbol) return 0;
  return Math.max(1, rate - (aside.test(path) ? 5 : 0) - (test.test(path) ? 2 : 0));
};

const byPattern = (language: string, text: string, name: string): Rated => {
  const line = markWord(text, name).trimEnd();
  if (styles.has(language)) return isSelector(line) ? { rate: 9, look: 'declared' } : use;
  if (comment.test(line)) return use;
  const declaration = line.replace(modifiers, '');
  if (strong.test(declaration)) return { rate: 14, look: 'declared' };
  if (uses.test(text)) return use;
  if (weak.test(declaration) || constant.test(line)) return { rate: 10, look: 'declared' };
  const isCallable =
    callable.test(declaration) && callableEnds.some((end) => declaration.endsWith(end));
  if (isCallable || typed.test(line)) return { rate: 7, look: 'callable' };
  return member.test(declaration) ? { rate: 4, look: 'member' } : use;
};

/** Whether a line of a style sheet begins a rule, or a list of selectors, with the symbol. */
const isSelector = (line: string): boolean =>
  /[{,]$/u.test(line) && !/[{;]/u.test(line.slice(0, -1)) && /[.#]\uE000/u.test(line);

const nearnessTo = (path: string): ((other: string) => number) => {
  const language = languageOf(path);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return (other) => {
    const its = languageOf(other);
    const isAkin = its === language || families.some((one) => one.has(its) && one.has(language));
    return (
      (other === path ? 6 : 0) +
      (isAkin ? 3 : -3) +
      (other.startsWith(folder) ? 1 : 0) -
      (aside.test(other) ? 5 : 0) -
      (test.test(other) && !test.test(path) ? 2 : 0)
    );
  };
};
