import { join } from 'node:path';
import esbuild from 'esbuild';
import { root } from './root.mjs';

/** Imports a TypeScript module of the sources. */
export const importSource = async (path) => {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, path)],
    bundle: true,
    format: 'esm',
    write: false,
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
};
