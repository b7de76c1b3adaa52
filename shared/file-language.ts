/** Highlighted languages, with their file extensions or names. Everything else is plain text. */
export const languages: Readonly<Record<string, readonly string[]>> = {
  typescript: ['ts', 'mts', 'cts'],
  tsx: ['tsx'],
  javascript: ['js', 'mjs', 'cjs'],
  jsx: ['jsx'],
  json: ['json', 'webmanifest', 'map'],
  jsonc: ['jsonc', 'json5', 'tsconfig.json', '.eslintrc'],
  css: ['css', 'pcss'],
  scss: ['scss', 'sass'],
  less: ['less'],
  html: ['html', 'htm', 'xhtml'],
  vue: ['vue'],
  svelte: ['svelte'],
  markdown: ['md', 'markdown', 'mdx'],
  yaml: ['yaml', 'yml'],
  toml: ['toml', 'cargo.lock', 'poetry.lock'],
  ini: ['ini', 'cfg', 'properties', '.editorconfig', '.gitconfig', '.npmrc'],
  xml: ['xml', 'svg', 'xsl', 'xsd', 'plist', 'csproj'],
  python: ['py', 'pyi', 'pyw'],
  ruby: ['rb', 'rake', 'gemfile', 'rakefile', 'gemspec'],
  go: ['go'],
  rust: ['rs'],
  java: ['java'],
  kotlin: ['kt', 'kts'],
  scala: ['scala', 'sbt'],
  groovy: ['groovy', 'gradle', 'jenkinsfile'],
  swift: ['swift'],
  c: ['c', 'h'],
  cpp: ['cpp', 'cc', 'cxx', 'hpp', 'hh', 'hxx'],
  'objective-c': ['m', 'mm'],
  csharp: ['cs'],
  php: ['php'],
  shellscript: ['sh', 'bash', 'zsh', 'ksh', '.bashrc', '.zshrc', '.profile'],
  powershell: ['ps1', 'psm1'],
  sql: ['sql'],
  graphql: ['graphql', 'gql'],
  docker: ['dockerfile', 'containerfile'],
  make: ['makefile', 'mk'],
  terraform: ['tf', 'tfvars', 'hcl'],
  proto: ['proto'],
  lua: ['lua'],
  perl: ['pl', 'pm'],
  r: ['r'],
  elixir: ['ex', 'exs'],
  erlang: ['erl', 'hrl'],
  haskell: ['hs'],
  clojure: ['clj', 'cljs', 'cljc', 'edn'],
  dart: ['dart'],
  zig: ['zig'],
  nix: ['nix'],
  diff: ['diff', 'patch'],
};

const byName = new Map(
  Object.entries(languages).flatMap(([language, names]) =>
    names.map((name) => [name, language] as const),
  ),
);

/** The language of a file by its name, then by its extension; `text` if unknown. */
export const languageOf = (path: string): string => {
  const name = nameIn(path).toLowerCase();
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const stem = name.slice(0, name.indexOf('.') < 1 ? undefined : name.indexOf('.'));
  // For names such as `Dockerfile.dev` and `Makefile.am`, the part before the dot counts.
  const byStem = stem.endsWith('file') && byName.get(stem);
  return byName.get(name) ?? byName.get(ending) ?? (byStem || 'text');
};

/** The last segment of a path, without the quotes around paths that are not UTF-8. */
const nameIn = (path: string): string => {
  const isQuoted = path.length > 1 && path.startsWith('"') && path.endsWith('"');
  const plain = isQuoted ? path.slice(1, -1) : path;
  return plain.slice(plain.lastIndexOf('/', plain.length - 2) + 1);
};
