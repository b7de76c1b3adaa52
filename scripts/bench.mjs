// `npm run bench`: measures Galley against its performance bounds, each figure with its floor in the same run.
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.mjs';
import { build, install, run } from './steps.mjs';

const help = `npm run bench -- [--only ROW …] [--quick] [--dist FOLDER]

  --only ROW     measure this row alone, or all whose names begin so; may be given again
  --quick        small counts, for trying
  --dist FOLDER  measure the build in this folder, not the one of this source

docs/benchmarks.md is written by a full run, its section about the screen by --only screen. The rows: ${readdirSync(
  join(root, 'bench', 'rows'),
)
  .map((name) => basename(name, '.ts'))
  .join(', ')}.`;

const parse = () => {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        quick: { type: 'boolean', default: false },
        dist: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(2);
  }
};

/** Bundles the benchmarks and their floor programs like Galley's processes. */
const bundleBench = async (folder) => {
  const { default: esbuild } = await import('esbuild');
  await esbuild.build({
    entryPoints: [
      join(root, 'bench', 'main.ts'),
      ...readdirSync(join(root, 'bench', 'floors')).map((name) =>
        join(root, 'bench', 'floors', name),
      ),
    ],
    entryNames: '[name]',
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    minify: true,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    external: ['express', 'playwright-core', '@sparticuz/chromium'],
    define: {
      'process.env.NODE_ENV': '"production"',
      // For scripts/root.mjs.
      'import.meta.url': JSON.stringify(import.meta.url),
    },
  });
  await esbuild.build({
    entryPoints: [join(root, 'bench', 'page', 'probe.ts')],
    outdir: folder,
    bundle: true,
    format: 'iife',
    logLevel: 'warning',
  });
};

const { only, quick, dist, help: isHelpWanted } = parse();
if (isHelpWanted) console.log(help);
else {
  if (dist === undefined) {
    await install();
    await build();
  }
  const folder = join(root, '.build', 'bench');
  await bundleBench(folder);
  const output = join(root, 'docs', 'benchmarks.md');
  const { code } = await run(process.execPath, [
    join(folder, 'main.cjs'),
    `--dist=${resolve(dist ?? join(root, 'dist'))}`,
    `--floors=${folder}`,
    `--modules=${join(root, 'node_modules')}`,
    `--output=${output}`,
    ...(quick ? ['--quick'] : []),
    ...only.map((row) => `--only=${row}`),
  ]);
  process.exitCode = code;
}
