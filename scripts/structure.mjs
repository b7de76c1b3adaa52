// Copies what the task threads parse code with: WebAssembly of the parser and of the grammars.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSource } from './import-source.mjs';
import { root } from './root.mjs';

/** Writes `NAME.wasm` for each grammar, the parser's own, and their licences. */
export const writeParsers = async (folder) => {
  const { grammars } = await importSource('supervisor/threads/structure/grammars.ts');
  const files = [
    ['web-tree-sitter', 'web-tree-sitter'],
    ...Object.values(grammars).map(({ wasm }) => wasm),
  ];
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of files)
    copyFileSync(join(root, 'node_modules', name, `${file}.wasm`), join(folder, `${file}.wasm`));
  const licences = [...new Set(files.map(([name]) => name))].map(
    (name) => `${name}\n\n${readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8')}`,
  );
  writeFileSync(join(folder, 'LICENSES.txt'), licences.join('\n\n'));
};
