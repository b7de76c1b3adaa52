// `npm run openapi`: writes docs/api/openapi.json from the route tables.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { root } from './root.mjs';

const folder = mkdtempSync(join(tmpdir(), 'galley-openapi-'));
const bundled = join(folder, 'openapi.mjs');
await esbuild.build({
  entryPoints: [join(root, 'shared', 'openapi.ts')],
  outfile: bundled,
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'warning',
});
const { openApiDocument } = await import(pathToFileURL(bundled).href);
writeFileSync(
  join(root, 'docs', 'api', 'openapi.json'),
  `${JSON.stringify(openApiDocument(), null, 2)}\n`,
);
rmSync(folder, { recursive: true });
