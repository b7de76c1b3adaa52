/** How a language that has a grammar writes what every test is about. */
export interface Sample {
  readonly file: string;
  /** Stands before its imports. */
  readonly head?: string;
  /** The class that its functions are in. */
  readonly within?: string;
  /** Not set if nothing of the language is known as an import. */
  readonly imported?: (name: string) => string;
  readonly kind: string;
  readonly define: (name: string, statements: readonly string[]) => string;
  readonly statement?: (words: readonly [string, string, string]) => string;
  /** A type that holds a statement or a name, in a member of its own if that has a kind. */
  readonly type?: (name: string, member: string) => string;
  readonly typeKind?: string;
  readonly member?: string | undefined;
}

const lines = (statements: readonly string[], end = ''): string =>
  statements.map((one) => `    ${one}${end}\n`).join('');

const ofScript = {
  imported: (name: string) => `import { ${name} } from './${name}.js';\n`,
  kind: 'function',
  define: (name: string, statements: readonly string[]) =>
    `export function ${name}(a) {\n${lines(statements, ';')}}\n`,
  type: (name: string, member: string) =>
    `export class ${name} {\n  one() {\n    ${member};\n  }\n}\n`,
  typeKind: 'class',
  member: 'method one',
} as const;

const ofC = {
  imported: (name: string) => `#include <${name}.h>\n`,
  kind: 'function',
  define: (name: string, statements: readonly string[]) =>
    `static int ${name}(int a)\n{\n${lines(statements, ';')}}\n`,
} as const;

/** By the language of `languageOf`; those without functions are in `data`. */
export const samples: Readonly<Record<string, Sample>> = {
  javascript: { file: 'a.js', ...ofScript },
  jsx: {
    file: 'a.jsx',
    ...ofScript,
    define: (name, statements) =>
      `export const ${name} = (a) => {\n${lines(statements, ';')}    return <p>{a}</p>;\n};\n`,
  },
  typescript: {
    file: 'a.ts',
    ...ofScript,
    define: (name, statements) =>
      `export function ${name}(a: number): void {\n${lines(statements, ';')}}\n`,
    type: (name, member) => `interface ${name} {\n  one: ${member};\n}\n`,
    typeKind: 'interface',
    member: undefined,
  },
  tsx: {
    file: 'a.tsx',
    ...ofScript,
    define: (name, statements) =>
      `export const ${name} = (a: number) => {\n${lines(statements, ';')}    return <p>{a}</p>;\n};\n`,
  },
  python: {
    file: 'a.py',
    imported: (name) => `from ${name} import one\n`,
    kind: 'function',
    define: (name, statements) => `def ${name}(a):\n${lines(statements)}`,
    type: (name, member) => `class ${name}:\n    def one(self):\n        ${member}\n`,
    typeKind: 'class',
    member: 'function one',
  },
  go: {
    file: 'a.go',
    head: 'package a\n',
    imported: (name) => `import "${name}"\n`,
    kind: 'function',
    define: (name, statements) => `func ${name}(a int) {\n${lines(statements)}}\n`,
    type: (name, member) => `type ${name} struct {\n\tone ${member}\n}\n`,
    typeKind: 'type',
  },
  rust: {
    file: 'a.rs',
    imported: (name) => `use ${name}::one;\n`,
    kind: 'function',
    define: (name, statements) => `pub fn ${name}(a: u8) {\n${lines(statements, ';')}}\n`,
    type: (name, member) => `trait ${name} {\n    fn one() {\n        ${member}\n    }\n}\n`,
    typeKind: 'interface',
    member: 'function one',
  },
  java: {
    file: 'A.java',
    imported: (name) => `import ${name}.One;\n`,
    within: 'Box',
    kind: 'method',
    define: (name, statements) => `  public void ${name}(int a) {\n${lines(statements, ';')}  }\n`,
    type: (name, member) => `  class ${name} {\n    void one() {\n      ${member};\n    }\n  }\n`,
    typeKind: 'class',
    member: 'method one',
  },
  c: {
    file: 'a.c',
    ...ofC,
    type: (name, member) => `struct ${name} {\n  int ${member};\n};\n`,
    typeKind: 'class',
  },
  cpp: {
    file: 'a.cpp',
    ...ofC,
    type: (name, member) => `class ${name} {\n  void one() {\n    ${member};\n  }\n};\n`,
    typeKind: 'class',
    member: 'function one',
  },
  csharp: {
    file: 'A.cs',
    imported: (name) => `using ${name};\n`,
    within: 'Box',
    kind: 'method',
    define: (name, statements) => `  public void ${name}(int a) {\n${lines(statements, ';')}  }\n`,
    type: (name, member) => `  class ${name} {\n    void one() {\n      ${member};\n    }\n  }\n`,
    typeKind: 'class',
    member: 'method one',
  },
  ruby: {
    file: 'a.rb',
    kind: 'method',
    define: (name, statements) => `def ${name}(a)\n${lines(statements)}end\n`,
    type: (name, member) => `class ${name}\n  def one\n    ${member}\n  end\nend\n`,
    typeKind: 'class',
    member: 'method one',
  },
  php: {
    file: 'a.php',
    head: '<?php\n',
    imported: (name) => `use ${name}\\One;\n`,
    kind: 'function',
    define: (name, statements) => `function ${name}($a) {\n${lines(statements, ';')}}\n`,
    type: (name, member) => `class ${name} {\n  public function one() {\n    ${member};\n  }\n}\n`,
    typeKind: 'class',
    member: 'method one',
  },
  shellscript: {
    file: 'a.sh',
    kind: 'function',
    define: (name, statements) => `${name}() {\n${lines(statements)}}\n`,
    statement: (words) => words.join(' '),
  },
  css: {
    file: 'a.css',
    imported: (name) => `@import '${name}.css';\n`,
    kind: 'rule',
    define: (name, statements) => `.${name} {\n${lines(statements)}}\n`,
    statement: ([property, value, other]) => `${property}: ${value} ${other};`,
  },
};

const statementOf: NonNullable<Sample['statement']> = ([called, given, other]) =>
  `${called}(${given}, ${other} + 1)`;

/** Five statements that no function with another mark has. */
export const statements = ({ statement = statementOf }: Sample, mark: string): string[] =>
  ['p', 'q', 'r', 's', 't'].map((letter) =>
    statement([`${mark}${letter}`, `${letter}${mark}`, letter]),
  );

const apart = '\n'.repeat(9);

export const fileOf = (
  { head = '', within, imported }: Sample,
  imports: string,
  parts: readonly string[],
): string => {
  const code = parts.join(apart);
  return (
    `${head}${imported?.(imports) ?? ''}${apart}` +
    (within === undefined ? code : `class ${within} {\n${code}}\n`)
  );
};
