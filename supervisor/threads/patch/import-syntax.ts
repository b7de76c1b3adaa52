import { languageOf } from '../../../shared/file-language.ts';

/** Imports of a language that can be told by their lines alone; all begin in the first column. */
export interface ImportSyntax {
  /** One on a line of its own. */
  readonly single: readonly RegExp[];
  /** One over several lines. */
  readonly block?: ImportBlock;
  /** What opens and also closes text over several lines, in which a line may only look like an import. */
  readonly quotes?: readonly string[];
  /** What only opens such text. */
  readonly textBegins?: readonly string[];
}

export interface ImportBlock {
  readonly opens: RegExp;
  /** A line of names. */
  readonly holds: RegExp;
  readonly closes: RegExp;
  /** Whether the heading of a hunk shows that it begins in one: for sure, or if its end is in the hunk. */
  readonly byHeading?: 'surely' | 'with-end';
}

// What an import does to others is not code to fold: exports, imports for their side effects alone (`import 'x'`,
// `import _ "x"`), switches of the language (`from __future__`), and cgo.
const script: ImportSyntax = {
  single: [
    /^import [\w$*][\w$*{}, ]* from (?:'[\w@./:~#?&=+-]+'|"[\w@./:~#?&=+-]+")(?: with \{ type: ['"]json['"] \})?;?$/u,
    /^import \{ ?[\w$][\w$, ]*\} from (?:'[\w@./:~#?&=+-]+'|"[\w@./:~#?&=+-]+")(?: with \{ type: ['"]json['"] \})?;?$/u,
    /^import [\w$]+ = require\((?:'[\w@./:~#?&=+-]+'|"[\w@./:~#?&=+-]+")\);?$/u,
    /^(?:const|let|var) (?:[\w$]+|\{[\w$:, ]+\}) = require\((?:'[\w@./:~#?&=+-]+'|"[\w@./:~#?&=+-]+")\);?$/u,
  ],
  block: {
    opens: /^import (?:type )?(?:[\w$]+, )?\{$/u,
    holds: /^[\t ]+[\w$][\w$, ]*$/u,
    closes:
      /^\} from (?:'[\w@./:~#?&=+-]+'|"[\w@./:~#?&=+-]+")(?: with \{ type: ['"]json['"] \})?;?$/u,
    byHeading: 'with-end',
  },
  quotes: ['`'],
};

const syntaxes: Readonly<Record<string, ImportSyntax>> = {
  typescript: script,
  tsx: script,
  javascript: script,
  jsx: script,
  python: {
    single: [
      /^import \w[\w., ]*(?:# noqa(?:: [A-Z\d, ]+)?)?$/u,
      /^from \.+(?:_?[A-Za-z][\w.]*)? import (?:\*|\w[\w, ]*|\(\w[\w, ]*\) *)(?:# noqa(?:: [A-Z\d, ]+)?)?$/u,
      /^from _?[A-Za-z][\w.]* import (?:\*|\w[\w, ]*|\(\w[\w, ]*\) *)(?:# noqa(?:: [A-Z\d, ]+)?)?$/u,
    ],
    block: {
      opens: /^from (?:\.+(?:_?[A-Za-z][\w.]*)?|_?[A-Za-z][\w.]*) import \($/u,
      holds: /^[\t ]+\w[\w, ]*(?:# noqa(?:: [A-Z\d, ]+)?)?$/u,
      closes: /^\)$/u,
    },
    quotes: ['"""', "'''"],
  },
  go: {
    single: [/^import (?:[A-Za-z]\w* )?"(?:[\w.~+-]{2,}|[\w.~+-]+\/[\w./~+-]+)"$/u],
    block: {
      opens: /^import \($/u,
      holds: /^\t(?:[A-Za-z]\w* )?"(?:[\w.~+-]{2,}|[\w.~+-]+\/[\w./~+-]+)"$/u,
      closes: /^\)$/u,
      byHeading: 'surely',
    },
    quotes: ['`'],
  },
  rust: {
    single: [/^use [\w:{}*, ]+;$/u, /^extern crate \w+(?: as \w+)?;$/u],
    block: {
      opens: /^use [\w:{}*, ]*\{$/u,
      holds: /^[\t ]+[\w:{}*][\w:{}*, ]*$/u,
      closes: /^\};$/u,
    },
    quotes: ['"'],
  },
  java: { single: [/^import (?:static )?[\w.]+\*?;$/u], quotes: ['"""'] },
  kotlin: { single: [/^import [\w.]+\*?(?: as \w+)?;?$/u], quotes: ['"""'] },
  swift: { single: [/^import [\w.]+$/u], quotes: ['"""'] },
  c: { single: [/^#include (?:<[\w/.+-]+>|"[\w/.+-]+\.h")$/u] },
  cpp: { single: [/^#include (?:<[\w/.+-]+>|"[\w/.+-]+\.h(?:h|pp|xx)?")$/u], textBegins: ['R"'] },
  csharp: {
    single: [/^using (?:static )?[\w.]+;$/u, /^using \w+ = [\w.]+;$/u],
    quotes: ['"""'],
    textBegins: ['@"'],
  },
  php: {
    single: [
      /^use (?:function |const )?[\w\\]+(?: as \w+)?;$/u,
      /^use (?:function |const )?[\w\\]+\\\{[\w\\, ]+\};$/u,
    ],
    quotes: ['"', "'"],
    textBegins: ['<<<'],
  },
  ruby: {
    single: [/^require(?:_relative)? (?:'[\w/.-]+'|"[\w/.-]+")$/u],
    quotes: ['"', "'"],
    textBegins: ['<<', '=begin'],
  },
  dart: {
    single: [/^import (?:'[\w:/.-]+'|"[\w:/.-]+")(?: as \w+)?(?: (?:show|hide) [\w, ]+)?;$/u],
    quotes: ['"""', "'''"],
  },
};

/** What imports look like in a file; undefined for languages in which a line alone does not tell. */
export const importSyntaxOf = (path: string): ImportSyntax | undefined =>
  syntaxes[languageOf(path)];
