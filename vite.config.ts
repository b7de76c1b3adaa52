import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { limitHighlighter } from './scripts/limit-highlighter.ts';

const compressible = /\.(?:html|js|css|svg|json|txt)$/u;
/** Two less than the best: a tenth of the time for a few percent. */
const brotliQuality = 9;

/** Leaves a `.br` and a `.gz` beside each text asset, so that no server compresses while it answers. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir }, bundle) {
      if (dir === undefined) return;
      for (const [name, file] of Object.entries(bundle)) {
        if (!compressible.test(name)) continue;
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        const [brotli, gzipped] = await Promise.all([
          promisify(brotliCompress)(bytes, { params }),
          promisify(gzip)(bytes, { level: 9 }),
        ]);
        await writeFile(join(dir, `${name}.br`), brotli);
        await writeFile(join(dir, `${name}.gz`), gzipped);
      }
    },
  },
});

/** Has the face of the interface fetched beside the script, so that it is there for the first paint. */
const preloadFont = (): Plugin => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /\/inter-[^/]+\.woff2$/u.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
            href: `./${name}`,
          },
          injectTo: 'head',
        })),
  },
});

/** Packages whose licence must be distributed with them: fonts and icons. */
const licensed = ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono', 'lucide'];

/** Adds the licences of fonts and icons to the page's folder. */
const keepLicenses = (): Plugin => ({
  name: 'keep-licenses',
  apply: 'build',
  async generateBundle() {
    const texts = await Promise.all(
      licensed.map(async (name) => {
        const path = join(import.meta.dirname, 'node_modules', name, 'LICENSE');
        return `${name}\n\n${await readFile(path, 'utf8')}`;
      }),
    );
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: texts.join('\n\n') });
  },
});

/** A build that a test has asked for is the one that is shipped, whatever NODE_ENV the test runs with. */
const production = (): Plugin => {
  let environment: string | undefined;
  return {
    name: 'production',
    apply: 'build',
    enforce: 'pre',
    config() {
      environment = process.env['NODE_ENV'];
      process.env['NODE_ENV'] = 'production';
    },
    closeBundle() {
      if (environment === undefined) delete process.env['NODE_ENV'];
      else process.env['NODE_ENV'] = environment;
    },
  };
};

/** Matches modules by parts of their paths. */
const anyOf =
  (...parts: readonly string[]) =>
  (id: string): boolean =>
    parts.some((part) => id.includes(part));

/**
 * Modules that go into a file together, whatever else needs some of them: fewer requests, and they compress better. A
 * module goes into the first file that matches, with what it imports.
 */
const chunks = [
  // What a page needs to begin.
  { name: 'initial', tags: ['$initial' as const] },
  // What the view of changes shares with the parts that are loaded after it.
  {
    name: 'notes',
    test: anyOf(
      '/shared/file-language.',
      '/shared/patch/patch-text.',
      '/ui/comments/comment-card.',
      '/ui/comments/line-note.',
      '/ui/findings/finding-line.',
      '/shared/patch/hunk-lines.',
      '/changes/pierre/diff-rows.',
      '/changes/pierre/file-header.',
      '/changes/pierre/selected-text.',
      '/changes/viewed/mark-viewed.',
      '/store/findings/finding-rows.',
      '/icons/chevron-right.',
      '/shared/limits.',
    ),
  },
  // The same for documents.
  {
    name: 'reading',
    test: anyOf('/shell/settle.', '/shell/when-near.', '/items/items.'),
  },
  // What makes HTML of others safe: a document's at once, a comment's later.
  {
    name: 'sanitize',
    test: anyOf(
      '/dompurify/',
      '/shell/open-in-new-tab.',
      '/html/block-html.',
      '/html/sanitize.',
      '/document/unfold.',
    ),
  },
  // Menus, dialogs and lists.
  {
    name: 'widgets',
    test: anyOf(
      '/node_modules/@base-ui/',
      '/node_modules/@floating-ui/',
      '/node_modules/@tanstack/',
      '/shell/dialog-frame.',
      '/shell/menu-frame.',
      '/shell/filter-box.',
      '/shell/commands/key-caps.',
    ),
  },
  // What the parts share that every page loads after its first paint. Not the parts themselves: one whose load has failed
  // is loaded again by the address of its own file.
  {
    name: 'behind',
    test: anyOf(
      '/shared/session/part-targets.',
      '/shared/placement/place-approximately.',
      '/shared/visible-prose.',
      '/app/catch-up.',
      '/shell/commands/palette.',
      '/shell/tabs.',
      '/texts/command-texts.',
      '/texts/decision-texts.',
      '/texts/freshness-texts.',
      '/texts/print-texts.',
      '/texts/staging-texts.',
      '/texts/structure-texts.',
      '/structure/use-structure.',
      '/decision/agent-text.',
      '/decision/undo-decision.',
      '/ui/command-title.',
      '/ui/comments/attached-images.',
      '/ui/print/printed-thread.',
      '/ui/print/printing.',
      '/ui/project-changes.',
      '/ui/tree/file-tree.',
      '/ui/use-all-comments.',
      '/ui/use-loaded.',
      '/ui/watch-words.',
    ),
  },
  // The same for documents.
  {
    name: 'beside-document',
    test: anyOf(
      '/shared/placement/anchor-passages.',
      '/document/anchor-words.',
      '/document/documents/open-elsewhere.',
      '/document/links/link-place.',
      '/protocol/document-client.',
      '/texts/links-texts.',
    ),
  },
];

// The root is the folder of one page (web/review, …), given by scripts/bundle.mjs: each page is served by a process
// of its own, so that its folder has to be complete.
export default defineConfig({
  base: './',
  plugins: [
    production(),
    limitHighlighter(),
    react(),
    preloadFont(),
    keepLicenses(),
    precompress(),
  ],
  worker: {
    format: 'es',
    plugins: () => [limitHighlighter({ isWorker: true }), precompress()],
    // One file: a worker that waits for a part of itself is waited for in turn.
    rolldownOptions: { output: { codeSplitting: false } },
  },
  build: {
    target: ['chrome125', 'firefox140', 'safari18'],
    // Data URIs would need holes in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    chunkSizeWarningLimit: 1000,
    emptyOutDir: true,
    reportCompressedSize: false,
  },
});
