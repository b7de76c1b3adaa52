import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { languages } from '../shared/file-language.ts';
import { highlightThemes } from '../shared/highlight-options.ts';

const themeNames = Object.values(highlightThemes);
const virtual = '\0galley-highlighter:';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const optionsPath = pathOf('../shared/highlight-options.ts');

/** What the diff library loads on demand, and the replacements. */
const modules: Record<string, string> = {
  'shiki/langs': `export const bundledLanguages = {${Object.keys(languages)
    .map((name) => `${JSON.stringify(name)}: () => import('@shikijs/langs/${name}')`)
    .join(',')}};`,
  '@pierre/theming/themes': `${themeNames
    .map((name, at) => `import theme${at} from '@shikijs/themes/${name}';`)
    .join('')}
    const known = {${themeNames.map((name, at) => `${JSON.stringify(name)}: theme${at}`).join(',')}};
    import { readableTheme } from ${JSON.stringify(optionsPath)};
    export const themes = {
      getTheme: (name) => Object.hasOwn(known, name)
        ? { load: () => Promise.resolve({ default: readableTheme(known[name]) }) }
        : undefined,
    };`,
};

const library = pathOf('../node_modules/@pierre/diffs/dist/');
const shikiPath = join(library, 'highlighter', 'backends', 'shiki.js');
const helperPath = pathOf('../web/shell/import-module.ts');

/** The modules that the library needs before it shows any code, in one file. */
const firstParts = 'galley-highlighter/first-parts';
modules[firstParts] = `export { ShikiHighlighter } from ${JSON.stringify(shikiPath)};
  export { createCssVariablesTheme, normalizeTheme } from 'shiki/core';
  export { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
  export { themes } from '@pierre/theming/themes';`;

const firstImport =
  /\bimport\("(?:\.\/backends\/shiki\.js|shiki\/core|shiki\/engine\/javascript|@pierre\/theming\/themes)"\)/gu;

/** The library gives up on all code if a module fails to load: retry. */
const withPatience = (code: string): string | undefined => {
  const patient = code.replaceAll(
    firstImport,
    `importWithRetry(() => import(${JSON.stringify(firstParts)}))`,
  );
  const helper = `import { importWithRetry } from ${JSON.stringify(helperPath)};\n`;
  return patient === code ? undefined : helper + patient;
};

/** Engines and catalogues that Galley does not use. */
const unused = new Set([
  'shiki/engine/oniguruma',
  'shiki/wasm',
  './backends/highlights.js',
  '@pierre/highlights',
  '@pierre/highlights/themes/loader',
]);

/** The library writes HTML, never SVG, whose attribute names take 13 KB. */
const svgNames = /\/property-information\/lib\/svg\.js$/u;
const noSvgNames = `import { create } from './util/create.js';
  export const svg = create({ space: 'svg', properties: {} });`;

/** Each file of a diff gets the library's sprite sheet: forty symbols, of which only the gutter's button is used. */
const spriteSheet = /\/@pierre\/diffs\/dist\/sprite\.js$/u;
const unusedSymbol =
  /<symbol id="(?!diffs-icon-plus")[^<]*(?:<(?!\/symbol>|symbol)[^<]*)*<\/symbol>/gu;

interface LimitOptions {
  /** In a worker, the library receives grammars and themes instead of loading them. */
  readonly isWorker?: boolean;
}

/**
 * Keeps the page small: builds only Galley's languages and themes of the 340 and 70 that the diff library can load,
 * each language as a file loaded on demand. No WebAssembly.
 */
export const limitHighlighter = ({ isWorker = false }: LimitOptions = {}): Plugin => ({
  name: 'galley-limit-highlighter',
  enforce: 'pre',
  resolveId: (source) =>
    Object.hasOwn(modules, source) || unused.has(source) ? `${virtual}${source}` : undefined,
  transform: (code, id) => {
    if (spriteSheet.test(id)) return code.replaceAll(unusedSymbol, '');
    return !isWorker && id.startsWith(library) ? withPatience(code) : undefined;
  },
  load: (id) => {
    if (svgNames.test(id)) return noSvgNames;
    if (!id.startsWith(virtual)) return undefined;
    const source = id.slice(virtual.length);
    if (!isWorker && Object.hasOwn(modules, source)) return modules[source];
    return `const absent = () => { throw new Error(${JSON.stringify(`${source} is not part of this build`)}); };
      export const bundledLanguages = {}, themes = { getTheme: absent };
      export const createOnigurumaEngine = absent, codeToTokens = absent, isSupportedLanguage = absent;
      export class LiveTokenizer { constructor() { absent(); } }
      export default absent;`;
  },
});
