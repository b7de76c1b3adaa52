import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as diffs from '@pierre/diffs';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  highlightOptions,
  highlightThemes,
  readableTheme,
} from '../../../../shared/highlight-options.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { diffColoursSchema, type DiffColours } from '../../../../shared/session/diff-colours.ts';
import { colourFiles } from '../../../../supervisor/threads/tasks/colour-files.ts';
import { TaskProcess } from '../../../../supervisor/threads/task-process.ts';
import { createThreadPool, type ThreadPool } from '../../../../supervisor/threads/thread-pool.ts';
import type * as colouredDiffs from '../../../../web/review/features/changes/pierre/coloured-diff.ts';
import type * as fileDiffs from '../../../../web/review/features/changes/pierre/file-diff.ts';
import { patchSource, prepareInto, sectionOf } from '../../../helpers/diff.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';
import { entry } from '../../../helpers/supervisor.ts';

const taskProcess = new TaskProcess({ file: entry('tasks'), logger: pino({ level: 'silent' }) });
const pools: ThreadPool[] = [];
const newPool = (): ThreadPool => {
  const pool = createThreadPool({
    process: taskProcess,
    name: `colours ${pools.length}`,
    file: entry('thread'),
    threads: 1,
    maxQueue: 2,
    taskTimeoutMs: 60_000,
    memoryMiB: 256,
  });
  pools.push(pool);
  return pool;
};
afterAll(async () => {
  vi.unstubAllGlobals();
  await Promise.all(pools.map((pool) => pool.close()));
  await taskProcess.close();
});

let page: typeof fileDiffs & typeof colouredDiffs;
let library: typeof diffs;
beforeAll(async () => {
  // The library asks for the browser when it is loaded; Node 20 has no navigator.
  vi.stubGlobal('navigator', { userAgent: '', platform: '', maxTouchPoints: 0 });
  library = await import('@pierre/diffs');
  page = {
    ...(await import('../../../../web/review/features/changes/pierre/file-diff.ts')),
    ...(await import('../../../../web/review/features/changes/pierre/coloured-diff.ts')),
  };
});

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder('colours');
});
afterEach(() => folder.remove());

interface Side {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const patchOf = (path: string, { removed, added }: Side, end = '\n'): string => {
  const [from, to] = [removed.length, added.length];
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -${from === 0 ? 0 : 1},${from} +${to === 0 ? 0 : 1},${to} @@ of them\n${lines.join('\n')}${end}`;
};

const colour = async (pool: ThreadPool, patches: readonly string[]) => {
  const path = join(folder.path, 'in.diff');
  writeFileSync(path, patches.join(''));
  const { files } = await prepareInto(folder.path, patchSource(path));
  const output = join(folder.path, 'colours.json');
  await pool.run({
    task: 'colour-files',
    patch: join(folder.path, 'patch.diff'),
    manifest: join(folder.path, 'manifest.json'),
    output,
  });
  const colours = diffColoursSchema.parse({
    version: 1,
    ...(JSON.parse(readFileSync(output, 'utf8')) as object),
  });
  return { files, colours };
};

/** What the page makes of a file's colours. */
const shown = (file: ChangedFile, colours: DiffColours) => {
  const { diff } = page.patchModel(file, sectionOf(folder.path, file));
  const own = colours.files.find(({ id }) => id === file.id);
  return { diff, coloured: own && page.colouredDiff(diff, own, colours) };
};

/** Without what is undefined, and with the letters of colours in one case. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value).toLowerCase());

const sources: Readonly<Record<string, Side>> = {
  'a.ts': {
    removed: ['const a = 1;', 'export type B = string;', '', '  return `${a} of ${b}`;'],
    added: [
      'const a = await run(2, "two");',
      '',
      'export type B = number; // ä 🙂',
      'x',
      '\treturn;',
    ],
  },
  'b.py': {
    removed: [],
    added: ['def f(x):', '    """text', '    over lines"""', '    return x\r'],
  },
  'c.css': { removed: ['.a { color: red }', '\r', '.b {}\r'], added: ['.a { color: #fff; }\r'] },
  'd.json': { removed: ['{"a": 1}'], added: ['{"a": [1, true, null]}'] },
  'e.vue': {
    removed: [],
    added: ['<template><b :a="c">x</b></template>', '<script>let a</script>'],
  },
  'f.md': {
    removed: ['# One', '**two**'],
    added: ['# One `a`', '*two* [x](y)', '```ts', 'let a;'],
  },
  'g.sh': {
    removed: [],
    added: ['echo "${A:-x}" \u0000 \u001b[31m <b>&amp;</b>', `#${'x'.repeat(1200)}`],
  },
};

it('makes of each file what the page would make of it', { timeout: 120_000 }, async () => {
  const pool = newPool();
  const noEnd = '\n\\ No newline at end of file\n';
  const patches = [
    ...Object.entries(sources).map(([path, side]) => patchOf(path, side)),
    patchOf('z.go', { removed: [], added: ['package a'] }, noEnd),
  ];
  // Each by itself: on a busy machine there may be no time for a second one.
  for (const patch of patches) {
    const { files, colours } = await colour(pool, [patch]);
    expect(colours.files).toHaveLength(1);
    for (const file of files) {
      const { diff, coloured } = shown(file, colours);
      const highlighter = await library.getSharedHighlighter({
        themes: Object.values(highlightThemes),
        langs: [diff.lang ?? 'text'],
        preferredHighlighter: 'shiki-js',
      });
      const own = library.renderDiffWithHighlighter(diff, highlighter, {
        ...highlightOptions,
        useTokenTransformer: false,
        maxLineDiffLength: 1000,
      });
      expect([file.path, coloured?.isWhole]).toEqual([file.path, true]);
      expect(plain(coloured?.result)).toEqual(plain(readableTheme(own)));
    }
  }
});

it('colours what is shown first, and of that no more than is seen', async () => {
  const long = {
    removed: [],
    added: Array.from({ length: 2000 }, (_, at) => `const a${at} = ${at};`),
  };
  const { files, colours } = await colour(newPool(), [
    patchOf('a.unknown', { removed: ['a'], added: ['b'] }),
    patchOf('package-lock.json', { removed: ['{}'], added: ['{"a": 1}'] }),
    patchOf('b.ts', long),
    patchOf('c.ts', long),
  ]);
  const [first, ...others] = colours.files;
  expect(others).toEqual([]);
  const file = files.find(({ id }) => id === first?.id);
  expect(file?.path).toBe('b.ts');
  expect(first?.additions.length).toBeGreaterThan(100);
  expect(first?.additions.length).toBeLessThan(200);
  const { coloured } = shown(file as ChangedFile, colours);
  expect(coloured?.isWhole).toBe(false);
  expect(coloured?.result.code.additionLines).toHaveLength(2000);
});

it('stops between files when it is told to, and leaves nothing', async () => {
  const path = join(folder.path, 'in.diff');
  const file = (name: string) => patchOf(name, { removed: [], added: ['const a = 1;'] });
  writeFileSync(path, file('a.ts') + file('b.ts'));
  await prepareInto(folder.path, patchSource(path));
  const controller = new AbortController();
  const request = {
    task: 'colour-files',
    patch: join(folder.path, 'patch.diff'),
    manifest: join(folder.path, 'manifest.json'),
    output: join(folder.path, 'colours.json'),
  } as const;
  const coloured = colourFiles(request, { signal: controller.signal });
  controller.abort();
  await expect(coloured).rejects.toThrow('aborted');
  expect(readdirSync(folder.path).sort()).toEqual(['in.diff', 'manifest.json', 'patch.diff']);
});
