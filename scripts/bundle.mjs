// Bundles each process entry into one file, and the pages. Loaded only once the packages are installed.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import esbuild from 'esbuild';
import { writeCodeCaches } from './code-cache.mjs';
import { limitHighlighter, writeGrammars } from './highlighter.mjs';
import { root } from './root.mjs';
import { writeParsers } from './structure.mjs';

const ownRelease = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

const entries = {
  cli: 'cli/main.ts',
  supervisor: 'supervisor/main.ts',
  worker: 'worker/main.ts',
  tasks: 'supervisor/threads/task-main.ts',
  thread: 'supervisor/threads/thread.ts',
};

/**
 * Not run through the loader with a code cache: the task process has next to no code of its own, and is killed when
 * idle, so it could not save one.
 */
const withoutLoader = new Set(['tasks']);

/** What tasks load only if they need it. */
const ofThreads = {
  highlighter: 'supervisor/threads/highlighting/colour-file.ts',
  structure: 'supervisor/threads/structure/compare-file.ts',
};

/**
 * Bundles undici as a file of its own: most supervisors never need it and should not wait for it to be parsed. The same
 * goes for the highlighter and the parser, which are larger than all the tasks.
 */
const apart = {
  name: 'apart',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^undici$/ }, () => ({ path: './undici.cjs', external: true }));
    for (const [name, path] of Object.entries(ofThreads))
      onResolve({ filter: new RegExp(`/${basename(path)}$`) }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: `./${name}.cjs`, external: true },
      );
  },
};

/**
 * Bundles the named entries; `NAME.cjs` loads `code/NAME.cjs`. Tests bundle some of them elsewhere than `dist`, or as
 * another release.
 */
export const bundleProcesses = async (
  outputFolder,
  names = Object.keys(entries),
  release = ownRelease,
) => {
  const entryPoints = {
    ...Object.fromEntries(names.map((name) => [name, join(root, entries[name])])),
    undici: join(root, 'node_modules', 'undici', 'index.js'),
    ...(names.includes('thread')
      ? Object.fromEntries(
          Object.entries(ofThreads).map(([name, path]) => [name, join(root, path)]),
        )
      : {}),
  };
  await esbuild.build({
    entryPoints,
    outdir: join(outputFolder, 'code'),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    // Piscina starts its threads from a file in its own package.
    external: ['piscina'],
    // A script that runs from its code cache has only `require` for external modules.
    supported: { 'dynamic-import': false },
    alias: {
      'iconv-lite': join(root, 'scripts', 'iconv-lite.mjs'),
      'mime-db': join(root, 'scripts', 'mime-db.cjs'),
      'string-width': join(root, 'scripts', 'string-width.mjs'),
      // The other one declares a `require` of its own.
      'web-tree-sitter': join(root, 'node_modules', 'web-tree-sitter', 'web-tree-sitter.cjs'),
    },
    plugins: [apart, limitHighlighter],
    define: {
      __GALLEY_RELEASE__: JSON.stringify(release),
      'import.meta.url': '__importMetaUrl',
      // Express prints stack traces into its pages unless this is production.
      'process.env.NODE_ENV': '"production"',
    },
    banner: {
      js: '"use strict";const __importMetaUrl=require("node:url").pathToFileURL(__filename).href;',
    },
  });
  if (names.includes('thread')) {
    await writeGrammars(join(outputFolder, 'grammars'));
    await writeParsers(join(outputFolder, 'structure'));
  }
  for (const name of Object.keys(entryPoints)) {
    const file = join(outputFolder, `${name}.cjs`);
    if (withoutLoader.has(name)) renameSync(join(outputFolder, 'code', `${name}.cjs`), file);
    else copyFileSync(join(root, 'scripts', 'loader.cjs'), file);
    chmodSync(file, 0o755);
  }
};

const pages = ['review', 'dashboard'];

/**
 * Scripts that stand in a page of their own, where nothing else can be loaded: of the frame of an HTML document, and of
 * the file that a review is shared as, with its style.
 */
const bundleInline = async (outputFolder) => {
  const outdir = join(outputFolder, 'review');
  await esbuild.build({
    entryPoints: {
      frame: join(root, 'web/frame/main.ts'),
      'shared-file': join(root, 'web/shared-file/main.ts'),
    },
    outdir,
    bundle: true,
    format: 'iife',
    target: ['chrome125', 'firefox140', 'safari18'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  const script = join(outdir, 'shared-file.js');
  writeFileSync(script, withoutTags(readFileSync(script, 'utf8')));
};

/** With those strings escaped that would end an inline script, or hide its end. */
const withoutTags = (script) => script.replaceAll(/<(?=!--|\/?script)/giu, '\\x3C');

/** Builds each page into its own folder. */
export const bundlePages = async (outputFolder) => {
  const { build } = await import('vite');
  for (const page of pages)
    await build({
      root: join(root, 'web', page),
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: {
        outDir: join(outputFolder, page),
        // Compressing the assets rightly takes most of the build.
        rolldownOptions: { checks: { pluginTimings: false } },
      },
    });
  await bundleInline(outputFolder);
};

/** Builds `dist` in a temporary folder and swaps it in when complete. */
export const bundle = async (stamp) => {
  const dist = join(root, 'dist');
  const folder = join(root, '.build', `dist-${process.pid}`);
  try {
    await bundleProcesses(folder);
    await bundlePages(join(folder, 'web'));
    await writeCodeCaches(folder);
    writeFileSync(join(folder, '.stamp'), stamp);
    if (existsSync(dist)) renameSync(dist, `${folder}-old`);
    renameSync(folder, dist);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(`${folder}-old`, { recursive: true, force: true });
  }
};
