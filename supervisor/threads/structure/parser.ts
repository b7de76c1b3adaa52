import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Language, Parser, type Tree } from 'web-tree-sitter';
import type { Grammar } from './grammars.ts';

declare const __GALLEY_RELEASE__: string;

/** Where WebAssembly is: beside the bundle, or in its package where the sources run unbundled (unit tests). */
const wasmOf = (packageName: string, file: string): URL | string =>
  typeof __GALLEY_RELEASE__ === 'string'
    ? new URL(`structure/${file}.wasm`, import.meta.url)
    : createRequire(import.meta.url).resolve(`${packageName}/${file}.wasm`);

let parser: Promise<Parser> | undefined;
const languages = new Map<string, Promise<Language>>();

const loadParser = async (): Promise<Parser> => {
  const wasmBinary = await readFile(wasmOf('web-tree-sitter', 'web-tree-sitter'));
  await Parser.init({ wasmBinary });
  return new Parser();
};

const loadLanguage = async ([packageName, file]: Grammar['wasm']): Promise<Language> =>
  Language.load(await readFile(wasmOf(packageName, file)));

/**
 * Loads what a grammar needs.
 * @returns what parses a text with it, until a deadline, as of `performance.now`, has passed. The tree must be deleted.
 */
export const parserOf = async ({
  wasm,
}: Pick<Grammar, 'wasm'>): Promise<(text: string, deadlineMs: number) => Tree | undefined> => {
  const used = await (parser ??= loadParser());
  const [, file] = wasm;
  const loading = languages.get(file) ?? loadLanguage(wasm);
  languages.set(file, loading);
  const language = await loading;
  return (text, deadlineMs) => {
    used.setLanguage(language);
    const isLate = (): boolean => performance.now() > deadlineMs;
    const tree = used.parse(text, null, { progressCallback: isLate });
    // A parser that was stopped would go on with the old text.
    if (tree === null) used.reset();
    return tree ?? undefined;
  };
};
