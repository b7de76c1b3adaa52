// Builds the highlighter of the task threads: the diff library, the themes, and a file per grammar.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSource } from './import-source.mjs';
import { root } from './root.mjs';

/** Galley's languages, each with its grammars. */
const readGrammars = async () => {
  const { languages } = await importSource('shared/file-language.ts');
  return Promise.all(
    Object.keys(languages).map(async (name) => [
      name,
      (await import(/* @vite-ignore */ `@shikijs/langs/${name}`)).default,
    ]),
  );
};

/** Writes each grammar to a file, and the grammars of each language to `index.json`. */
export const writeGrammars = async (folder) => {
  mkdirSync(folder, { recursive: true });
  const index = {};
  for (const [language, grammars] of await readGrammars()) {
    index[language] = grammars.map(({ name }) => name);
    for (const grammar of grammars)
      writeFileSync(join(folder, `${grammar.name}.json`), JSON.stringify(grammar));
  }
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
};

const grammarsModule = `
  import { readFile } from 'node:fs/promises';
  import { readFileSync } from 'node:fs';
  const folder = new URL('grammars/', import.meta.url);
  const read = async (name) => JSON.parse(await readFile(new URL(name + '.json', folder), 'utf8'));
  const index = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));
  const load = (names) => async () => ({ default: await Promise.all(names.map(read)) });
  export const bundledLanguages = Object.fromEntries(
    Object.entries(index).map(([language, names]) => [language, load(names)]),
  );`;

const themesModule = async () => {
  const { highlightThemes, readableTheme } = await importSource('shared/highlight-options.ts');
  const known = {};
  for (const name of Object.values(highlightThemes))
    known[name] = readableTheme(
      (await import(/* @vite-ignore */ `@shikijs/themes/${name}`)).default,
    );
  return `const known = ${JSON.stringify(known)};
    export const themes = {
      getTheme: (name) => ({ load: () => Promise.resolve({ default: known[name] }) }),
    };`;
};

/** What the diff library loads on demand, and the replacements. */
const parts = {
  'shiki/langs': () => grammarsModule,
  '@pierre/theming/themes': themesModule,
};

/** Engines and catalogues that Galley does not use. */
const unused =
  /^(?:shiki\/engine\/oniguruma|shiki\/wasm|\.\/backends\/highlights\.js|@pierre\/highlights.*)$/;

/** As in the pages: only Galley's languages and themes. */
export const limitHighlighter = {
  name: 'limit-highlighter',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(?:shiki\/langs|@pierre\/theming\/themes)$/ }, ({ path }) => ({
      path,
      namespace: 'highlighter',
    }));
    onResolve({ filter: unused }, ({ path }) => ({ path, namespace: 'highlighter-unused' }));
    onLoad({ filter: /./, namespace: 'highlighter' }, async ({ path }) => ({
      contents: await parts[path](),
      resolveDir: root,
    }));
    onLoad({ filter: /./, namespace: 'highlighter-unused' }, () => ({
      contents: 'module.exports = {};',
    }));
  },
};
