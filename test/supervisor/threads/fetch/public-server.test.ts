import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { describeWhere, findProgram } from '../../../helpers/programs.ts';
import type { Fetched } from './fetch-in-network.ts';

/** Any public address: it is on the loopback device of a network that only this test sees. */
const publicAddress = '9.9.9.9';
const namespaces = ['--map-root-user', '--net', '--mount'];

const missing = (): string | undefined => {
  if (findProgram('ip') === undefined || findProgram('unshare') === undefined)
    return 'there is no ip or unshare';
  try {
    const commands = 'ip link set lo up && mount --bind /etc/hosts /etc/hosts';
    execFileSync('unshare', [...namespaces, 'sh', '-c', commands], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'namespaces are not permitted';
  }
};

describeWhere(missing(), 'a public server', () => {
  it('is fetched from, and leads nowhere else: by redirects, or by names that change', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'galley-fetch-')));
    try {
      const [hosts, program] = [join(folder, 'hosts'), join(folder, 'fetch.mjs')];
      await writeFile(hosts, '');
      const entryPoint = new URL('fetch-in-network.ts', import.meta.url).pathname;
      await build({
        entryPoints: [entryPoint],
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile: program,
        banner: {
          js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(import.meta.url)});`,
        },
      });
      const setUp = `ip link set lo up && ip address add ${publicAddress}/32 dev lo && mount --bind "$0" /etc/hosts`;
      const { stdout } = await promisify(execFile)('unshare', [
        ...namespaces,
        'sh',
        '-c',
        `${setUp} && exec "$@"`,
        // In the shell, its name and then its arguments.
        hosts,
        process.execPath,
        program,
        hosts,
        folder,
        publicAddress,
      ]);
      const refused: Fetched = { outcome: 'url_refused', reachedLoopback: false };
      expect(JSON.parse(stdout)).toEqual({
        public: { outcome: 'fetched', reachedLoopback: false },
        several: refused,
        inside: refused,
        toAddress: refused,
        toName: refused,
        toOddAddress: refused,
        changing: refused,
        // Only what refuses it keeps it from getting there.
        changingAllowed: { outcome: 'fetched', reachedLoopback: true },
      } satisfies Record<string, Fetched>);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
